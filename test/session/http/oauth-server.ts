/**
 * A server that lets nobody in without a token, and the authorization server that gives them out: two addresses of this
 * machine, until the test is over. Ordinary unless a test says otherwise.
 */

import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../../core/json.js';

/** One request as either of the two got it. */
export interface Got {
  readonly verb: string;
  /** Path and query. */
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  /** Of a form; empty otherwise. */
  readonly form: URLSearchParams;
  /** Of a JSON body; empty otherwise. */
  readonly json: JsonObject;
  readonly res: ServerResponse;
}

export interface Protection {
  /** Takes requests first, of either address; true: that one is dealt with. */
  readonly on?: (got: Got) => unknown;
  /** Changes what the server says of itself; undefined: it says nothing. */
  readonly about?: (resource: JsonObject) => JsonObject | undefined;
  /** Changes what the authorization server says of itself; undefined: it says nothing. */
  readonly metadata?: (metadata: JsonObject) => JsonObject | undefined;
  /** The scope that a message needs. */
  readonly needs?: (method: string) => string | undefined;
  /** Clients that are known, by id, with their secret. */
  readonly clients?: Readonly<Record<string, string>>;
  /** Seconds, as told; tokens are good until `expire`. */
  readonly expiresIn?: number;
  /** Whether the challenge says where the metadata is. Left out: it does. */
  readonly namesMetadata?: boolean;
}

export interface Protected {
  readonly url: string;
  /** Address of the authorization server. */
  readonly issuer: string;
  /** Requests whose path begins so, in order. */
  of(path: string): Got[];
  /** Calls of the server with this method that were let in. */
  readonly letIn: string[];
  /** What a person does with the address: goes there, agrees, and comes back. Resolves to the page that is shown then. */
  visit(address: URL): Promise<Response>;
  /** No token that was given out so far is good any more. */
  expire(): void;
  /** Everything that was given out and must not be seen. */
  readonly secrets: string[];
}

export async function protect(protection: Protection = {}): Promise<Protected> {
  const made = new Pair(protection);
  await made.listen();
  return made;
}

class Pair implements Protected {
  url = '';
  issuer = '';
  readonly letIn: string[] = [];
  readonly secrets: string[] = [];
  readonly #got: Got[] = [];
  readonly #protection: Protection;
  readonly #codes = new Map<string, { readonly challenge: string; readonly scope: string }>();
  readonly #tokens = new Map<string, string>();
  readonly #refreshes = new Map<string, string>();
  readonly #clients: Map<string, string>;

  constructor(protection: Protection) {
    this.#protection = protection;
    this.#clients = new Map(Object.entries(protection.clients ?? {}));
  }

  async listen(): Promise<void> {
    this.issuer = await listen((got) => this.#take(got, () => this.#authorize(got)));
    const origin = await listen((got) => this.#take(got, () => this.#serve(got)));
    this.url = `${origin}/mcp`;
  }

  of(path: string): Got[] {
    return this.#got.filter(({ url }) => url.pathname.startsWith(path));
  }

  expire(): void {
    this.#tokens.clear();
  }

  async visit(address: URL): Promise<Response> {
    const there = await fetch(address, { redirect: 'manual' });
    return fetch(there.headers.get('location') ?? '');
  }

  #take(got: Got, otherwise: () => void): void {
    this.#got.push(got);
    if (this.#protection.on?.(got) !== true) otherwise();
  }

  #secret(prefix: string): string {
    const secret = `${prefix}-${randomBytes(9).toString('base64url')}`;
    this.secrets.push(secret);
    return secret;
  }

  // ---------------------------------------------------------------- the server

  #serve(got: Got): void {
    const { url, res, verb, json, headers } = got;
    if (url.pathname === '/.well-known/oauth-protected-resource/mcp') {
      const about = { resource: this.url, authorization_servers: [this.issuer] };
      return answer(res, this.#protection.about === undefined ? about : this.#protection.about(about));
    }
    if (url.pathname !== '/mcp') return void res.writeHead(404).end();
    const method = typeof json['method'] === 'string' ? json['method'] : verb;
    const needed = this.#protection.needs?.(method);
    const scope = this.#tokens.get(headers.authorization?.replace('Bearer ', '') ?? '');
    if (scope === undefined) return this.#refuse(res, 401, 'invalid_token', needed);
    if (needed !== undefined && !needed.split(' ').every((one) => scope.split(' ').includes(one)))
      return this.#refuse(res, 403, 'insufficient_scope', needed);
    this.letIn.push(method);
    if (verb !== 'POST') return void res.writeHead(405).end();
    if (json['id'] === undefined) return void res.writeHead(202).end();
    this.#message(got, method);
  }

  #refuse(res: ServerResponse, status: number, error: string, scope: string | undefined): void {
    const parts = [`error="${error}"`];
    if (scope !== undefined) parts.push(`scope="${scope}"`);
    if (this.#protection.namesMetadata !== false)
      parts.push(`resource_metadata="${new URL('/.well-known/oauth-protected-resource/mcp', this.url).href}"`);
    res.writeHead(status, { 'www-authenticate': `Bearer ${parts.join(', ')}` }).end();
  }

  /** Repeats what it was sent wherever it can, secrets and all. */
  #message({ json, headers, res }: Got, method: string): void {
    const said = `${headers.authorization} ${this.secrets.join(' ')}`;
    const reply = (result: JsonObject): void => answer(res, { jsonrpc: '2.0', id: json['id'], result });
    if (method === 'initialize')
      return reply({
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: `guarded ${said}`, version: '1' },
        instructions: said,
      });
    const inputSchema = { type: 'object', properties: {} };
    if (method === 'tools/list')
      return reply({ tools: [{ name: 'poke', description: `Pokes the server. ${said}`, inputSchema }] });
    if (method === 'tools/call') return reply({ content: [{ type: 'text', text: said }] });
    if (method === 'ping') return reply({});
    const error = { code: -32601, message: `no ${method} here. ${said}` };
    answer(res, { jsonrpc: '2.0', id: json['id'], error });
  }

  // ---------------------------------------------------------------- the authorization server

  #authorize(got: Got): void {
    const { url, res, json } = got;
    if (url.pathname === '/.well-known/oauth-authorization-server') {
      const metadata: JsonObject = {
        issuer: this.issuer,
        authorization_endpoint: `${this.issuer}/authorize`,
        token_endpoint: `${this.issuer}/token`,
        registration_endpoint: `${this.issuer}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'private_key_jwt'],
      };
      return answer(res, this.#protection.metadata === undefined ? metadata : this.#protection.metadata(metadata));
    }
    if (url.pathname === '/register') {
      const id = `client-${this.#clients.size}`;
      this.#clients.set(id, '');
      return answer(res, { ...json, client_id: id }, 201);
    }
    if (url.pathname === '/authorize') return this.#consent(got);
    if (url.pathname === '/token') return this.#token(got);
    res.writeHead(404).end();
  }

  #consent({ url: { searchParams: asked }, res }: Got): void {
    const code = this.#secret('code');
    this.#codes.set(code, { challenge: asked.get('code_challenge') ?? '', scope: asked.get('scope') ?? '' });
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked.get('state') ?? '');
    res.writeHead(302, { location: back.href }).end();
  }

  #token({ form, headers, res }: Got): void {
    const grant = form.get('grant_type');
    const refuse = (error: string): void => {
      // As careless servers do: what was sent comes back.
      answer(res, { error, error_description: `refused: ${form.toString()} ${headers.authorization ?? ''}` }, 400);
    };
    if (grant === 'client_credentials') {
      const [, basic = ''] = headers.authorization?.split(' ') ?? [];
      const [id = '', secret] = Buffer.from(basic, 'base64').toString().split(':');
      const signed = form.get('client_assertion') !== null;
      if (!signed && (secret === undefined || this.#clients.get(id) !== secret)) return refuse('invalid_client');
      return this.#give(res, form.get('scope') ?? '', false);
    }
    if (grant === 'refresh_token') {
      const scope = this.#refreshes.get(form.get('refresh_token') ?? '');
      return scope === undefined ? refuse('invalid_grant') : this.#give(res, scope, true);
    }
    const code = this.#codes.get(form.get('code') ?? '');
    const verifier = form.get('code_verifier') ?? '';
    this.secrets.push(verifier);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    if (code?.challenge !== challenge) return refuse('invalid_grant');
    this.#give(res, code.scope, true);
  }

  #give(res: ServerResponse, scope: string, refreshes: boolean): void {
    const token = this.#secret('token');
    this.#tokens.set(token, scope);
    const { expiresIn } = this.#protection;
    const refresh = refreshes ? { refresh_token: this.#secret('refresh') } : {};
    if (refresh.refresh_token !== undefined) this.#refreshes.set(refresh.refresh_token, scope);
    const expires = expiresIn === undefined ? {} : { expires_in: expiresIn };
    answer(res, { access_token: token, token_type: 'Bearer', ...refresh, ...expires });
  }
}

function answer(res: ServerResponse, json: JsonObject | undefined, status = 200): void {
  if (json === undefined) return void res.writeHead(404).end();
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}

async function listen(take: (got: Got) => void): Promise<string> {
  const server = createServer((req, res) => void gotFrom(req, res).then(take));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function gotFrom(req: IncomingMessage, res: ServerResponse): Promise<Got> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  const isJson = req.headers['content-type']?.startsWith('application/json') === true;
  return {
    verb: req.method ?? '',
    url: new URL(req.url ?? '/', 'http://here.invalid'),
    headers: req.headers,
    form: new URLSearchParams(isJson ? '' : text),
    json: isJson ? (JSON.parse(text) as JsonObject) : {},
    res,
  };
}
