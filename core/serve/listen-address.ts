/** Where `toolscore serve --listen` listens: on this machine only. Source: manifest specification, 4.10. */

import { UsageError } from '../errors.js';

export interface ListenAddress {
  /** As `listen` takes it, without brackets. */
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
}

/** Of no other known service. */
export const DEFAULT_PORT = 7357;
const MAX_PORT = 65_535;

const IPV4 = /^127(?:\.(?:\d{1,2}|1\d\d|2[0-4]\d|25[0-5])){3}$/;

/**
 * The address of a text such as `127.0.0.1`, `localhost:8080` or `[::1]:0`.
 * @throws UsageError when it is none, or not of this machine
 */
export function listenAddress(text: string): ListenAddress {
  const { name, port } = split(text);
  const host = loopbackHost(name);
  if (host === undefined || port === undefined)
    throw new UsageError(
      '--listen takes an address of this machine and, if you like, a port: 127.0.0.1, localhost:8080 or [::1]:8080.',
    );
  return { host, port };
}

function split(text: string): { readonly name: string; readonly port: number | undefined } {
  // An address of IPv6 without brackets has no port.
  if (text === '::1') return { name: text, port: DEFAULT_PORT };
  const { name = '', port } = /^(?<name>\[[^\]]*\]|[^:]*)(?::(?<port>\d{1,5}))?$/.exec(text)?.groups ?? {};
  const number = port === undefined ? DEFAULT_PORT : Number(port);
  return { name, port: number <= MAX_PORT ? number : undefined };
}

/** The host to listen on; undefined when the name is not one of this machine. */
export function loopbackHost(name: string): string | undefined {
  const lower = name.toLowerCase();
  // Not looked up: somebody may have given the name to another machine.
  if (lower === 'localhost') return '127.0.0.1';
  if (lower === '[::1]' || lower === '::1') return '::1';
  return IPV4.test(lower) ? lower : undefined;
}

/** The address of the endpoint, for clients. */
export function endpointUrl({ host, port }: ListenAddress): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}${PATH}`;
}

/** Where the one endpoint is. */
export const PATH = '/mcp';
