/** What is taken from the reference SDK. Loaded when a server first wants a token. */

type Auth = typeof import('@modelcontextprotocol/sdk/client/auth.js');
type Extensions = typeof import('@modelcontextprotocol/sdk/client/auth-extensions.js');
type Utilities = typeof import('@modelcontextprotocol/sdk/shared/auth-utils.js');

export type Sdk = Auth & Extensions & Utilities;

let loading: Promise<Sdk> | undefined;

export function loadSdk(): Promise<Sdk> {
  loading ??= Promise.all([
    import('@modelcontextprotocol/sdk/client/auth.js'),
    import('@modelcontextprotocol/sdk/client/auth-extensions.js'),
    import('@modelcontextprotocol/sdk/shared/auth-utils.js'),
  ]).then(([auth, extensions, utilities]) => ({ ...auth, ...extensions, ...utilities }));
  return loading;
}
