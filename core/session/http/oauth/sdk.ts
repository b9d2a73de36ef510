/** What is taken from the reference SDK. Loaded when a server first wants a token. */

type Auth = typeof import('@modelcontextprotocol/sdk/client/auth.js');
type Utilities = typeof import('@modelcontextprotocol/sdk/shared/auth-utils.js');

export type Sdk = Auth & Utilities;

let loading: Promise<Sdk> | undefined;

export function loadSdk(): Promise<Sdk> {
  loading ??= Promise.all([
    import('@modelcontextprotocol/sdk/client/auth.js'),
    import('@modelcontextprotocol/sdk/shared/auth-utils.js'),
  ]).then(([auth, utilities]) => ({ ...auth, ...utilities }));
  return loading;
}
