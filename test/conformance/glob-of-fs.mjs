// The suite imports `globSync` from `fs`, which Node has from version 22 on. It needs it for a command that is not run
// here. Node runs this file before the suite, and it adds what is missing.
import { register } from 'node:module';

const hooks = `
  const NAME = 'fs:with-glob';
  const SOURCE = "export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => [];";
  export async function resolve(name, context, next) {
    const fs = name === 'fs' && context.parentURL?.includes('/@modelcontextprotocol/conformance/');
    return fs ? { url: NAME, format: 'module', shortCircuit: true } : next(name, context);
  }
  export async function load(url, context, next) {
    return url === NAME ? { format: 'module', shortCircuit: true, source: SOURCE } : next(url, context);
  }
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
