/** `toolscore serve`: toolscore as an MCP server, for agents. Spec: manifest 4.10. */

import { isAbsolute, resolve } from 'node:path';
import { manifestRules } from '../api/manifest-rules.js';
import { UsageError } from '../errors.js';
import { homeFolder } from '../home.js';
import { clientConfig, type ReachedEntry, type StartedEntry } from '../serve/client-entry.js';
import { askedToEnd } from '../serve/ending.js';
import { endpointUrl, type ListenAddress, listenAddress } from '../serve/listen-address.js';
import type { Offer } from '../serve/offer.js';
import { printable } from '../text/printable.js';
import type { Composition } from './composition.js';
import { type EvaluationOptions, settingOf } from './evaluation.js';
import { say } from './say.js';
import { EXIT } from './exit.js';

export interface ServeOptions extends Pick<EvaluationOptions, 'config' | 'plugin' | 'rule'> {
  readonly listen?: string;
  readonly allowSpawn?: boolean;
  readonly printConfig?: boolean;
}

/** Serves until its input ends or somebody asks it to; with `printConfig` only prints what a client's config says. */
export async function runServe(options: ServeOptions, composition: Composition): Promise<number> {
  const address = options.listen === undefined ? undefined : listenAddress(options.listen);
  if (options.printConfig === true) {
    process.stdout.write(clientConfig(entryFor(options, address, composition)));
    return EXIT.ok;
  }
  const offer = await offerOf(options, composition);
  const { asked, undo } = askedToEnd();
  try {
    if (address === undefined) {
      if (process.stdin.isTTY)
        say('An MCP client starts this and talks to it. Its config: toolscore serve --print-config');
      await (await import('../serve/stdio.js')).serveStdio(offer, asked);
    } else {
      const { serveHttp } = await import('../serve/http.js');
      await serveHttp(address, offer, asked, (url) => {
        say(`toolscore listens on ${url}`);
        if (offer.allowSpawn) say('Every user and program of this machine can start programs with your rights there.');
      });
    }
  } finally {
    undo();
  }
  return EXIT.ok;
}

/** @throws UsageError with everything that is wrong with config, plugins and rules: now, and not in an answer */
async function offerOf(options: ServeOptions, composition: Composition): Promise<Offer> {
  const { kinds, ...setting } = await settingOf(options, composition);
  const { version } = composition;
  return {
    version,
    allowSpawn: options.allowSpawn === true,
    home: homeFolder(),
    kinds,
    rules: await manifestRules({ ...setting, version }),
    setting,
    say: (line) => say(`toolscore: ${printable(line)}`),
  };
}

/** The client starts it wherever it likes, so paths are whole. */
function entryFor(
  { config = [], plugin = [], rule = [], allowSpawn = false }: ServeOptions,
  address: ListenAddress | undefined,
  { sampleServer }: Composition,
): StartedEntry | ReachedEntry {
  if (address?.port === 0)
    throw new UsageError('--print-config needs to know the port: give --listen one that is not 0.');
  if (address !== undefined) return { type: 'http', url: endpointUrl(address) };
  // This very program: the same words with another command at their end.
  const [command = 'toolscore', ...program] = sampleServer.command.slice(0, -1);
  const args = [
    ...program,
    'serve',
    ...(allowSpawn ? ['--allow-spawn'] : []),
    ...config.flatMap((path) => ['--config', resolve(path)]),
    ...plugin.flatMap((path) => ['--plugin', path.startsWith('.') && !isAbsolute(path) ? resolve(path) : path]),
    ...rule.flatMap((text) => ['--rule', text]),
  ];
  return { command, args };
}
