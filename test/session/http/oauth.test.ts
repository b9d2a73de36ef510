import { describe, expect, it, onTestFinished } from 'vitest';
import type { HttpTarget, OAuthOptions } from '../../../core/model.js';
import { openHttp } from '../../../core/session/http.js';
import type { Answer, ServerError, Session } from '../../../core/session/port.js';
import { type Protected, protect, type Protection } from './oauth-server.js';
import { PATIENT_MS } from './server.js';

/** A person who signs in at once. */
const person = (server: Protected): OAuthOptions => ({
  grant: 'authorization-code',
  present: (address) => void server.visit(address),
});

async function connect(server: Protected, options: Partial<OAuthOptions> = {}): Promise<Session> {
  const target: HttpTarget = { kind: 'http', url: server.url, oauth: { ...person(server), ...options } };
  const session = await openHttp(target, { timeoutMs: PATIENT_MS });
  onTestFinished(() => session.close().then(() => {}));
  return session;
}

const failure = (server: Protected, options: Partial<OAuthOptions> = {}): Promise<ServerError> =>
  connect(server, options).then(
    () => {
      throw new Error('there is a session');
    },
    (error: unknown) => error as ServerError,
  );

const call = (session: Session): Promise<Answer> =>
  session.request('tools/call', { name: 'poke', arguments: {} }, { timeoutMs: PATIENT_MS });

describe('a person who signs in', () => {
  it('gets a session, by a client that registers itself and proves that the code is for it', async () => {
    const server = await protect();
    const session = await connect(server);
    expect(await call(session)).toMatchObject({ kind: 'result' });
    const [registered] = server.of('/register');
    expect(registered?.json).toMatchObject({ client_name: 'toolscore', token_endpoint_auth_method: 'none' });
    const [asked] = server.of('/authorize');
    const query = Object.fromEntries(asked?.url.searchParams ?? []);
    expect(query).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', resource: server.url });
    expect(query).not.toHaveProperty('scope');
    const [token] = server.of('/token');
    expect(Object.fromEntries(token?.form ?? [])).toMatchObject({
      grant_type: 'authorization_code',
      resource: server.url,
    });
  });
});
