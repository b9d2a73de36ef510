/** `--watch`: one run, and another one whenever the files of the server change, which tells only what moved. */

import { UsageError } from '../errors.js';
import type { StdioTarget } from '../model.js';
import { Problems } from '../problems.js';
import { installSignalHandlers } from '../session/live-servers.js';
import { withProtocol } from '../session/pin.js';
import { listenToFiles } from '../watch/ears.js';
import { placesOf } from '../watch/places.js';
import { settleOnClock } from '../watch/rounds.js';
import { findConfig } from '../config/discover.js';
import type { Composition } from './composition.js';
import { EXIT } from './exit.js';
import type { Given } from './options.js';
import { planRun } from './plan.js';
import type { Kind } from './run-kind.js';
import { say } from './say.js';
import { Watching, type WatchParts } from './watching.js';

/**
 * Runs until the user ends the program. Ctrl+C does so at once, as in a single run: the server is ended, and the exit code
 * is 130.
 */
export async function runWatch(
  kind: Kind,
  typed: StdioTarget | undefined,
  options: Given,
  composition: Composition,
): Promise<number> {
  const stop = new AbortController();
  const undo = installSignalHandlers(() => stop.abort());
  try {
    const code = await watch(kind, typed, options, composition, {
      listen: listenToFiles,
      settle: settleOnClock,
      stop: stop.signal,
      clock: () => new Date().toTimeString().slice(0, 8),
      show: (text) => void process.stdout.write(text, () => {}),
      say,
    });
    // Whoever heard the signal ends the server, and then the program.
    if (stop.signal.aborted) await new Promise<never>(() => {});
    return code;
  } finally {
    undo();
  }
}

/**
 * Watches until it is stopped.
 * @throws UsageError when the options do not go with a watch, or are wrong themselves
 */
export async function watch(
  kind: Kind,
  typed: StdioTarget | undefined,
  options: Given,
  composition: Composition,
  parts: WatchParts,
): Promise<number> {
  checkOptions(options);
  const words = typed && withProtocol(typed, options.protocol);
  const cwd = process.cwd();
  const planned = (): ReturnType<typeof planRun> => planRun(words, options, kind.format, composition);
  const plan = await planned();
  const { outputs } = plan.settings;
  if (outputs.some(({ path, format }) => path === '-' && format !== kind.format && format !== 'summary'))
    throw new UsageError('--watch shows what moved on standard output, so no report can go there. Give it a file.');
  const places = placesOf({
    target: plan.target,
    cwd,
    named: options.watchPath ?? [],
    files: filesOf(options, cwd),
    written: outputs.flatMap(({ path }) => (path === '-' ? [] : [path])),
  });
  for (const note of plan.notes) parts.say(note);
  const changes = await (await composition.load()).changes();
  await new Watching({ kind, options, cwd, planned, changes, places, parts }, plan).untilStopped();
  return EXIT.ok;
}

/** What a watch cannot do, and why. */
const NOT_WATCHED: readonly (readonly [keyof Given & string, string, string])[] = [
  ['all', '--all', 'looks at many servers, and a watch at one. Name it with --server'],
  ['ci', '--ci', 'is for a run that ends, and a watch does not. Leave out one of the two'],
  [
    'failUnder',
    '--fail-under',
    'sets the exit code of a run that ends, and a watch does not. Leave out one of the two',
  ],
  ['strictBaseline', '--strict-baseline', 'fails a run that ends, and a watch does not. Leave out one of the two'],
];

function checkOptions(options: Given): void {
  const problems = new Problems();
  for (const [key, flag, why] of NOT_WATCHED) {
    if (options[key] === undefined) continue;
    problems.attempt(() => {
      throw new UsageError(`--watch does not go with ${flag}, which ${why}.`);
    });
  }
  problems.throwAny();
}

/** Files that a run is made of besides the server. Code among them is read once, so only data is heard. */
function filesOf({ config, configFile, probeConfig, argsFile, plugin }: Given, cwd: string): readonly string[] {
  const found = config === undefined && configFile === undefined ? findConfig(cwd) : undefined;
  const named = [...(config ?? []), ...(configFile ?? []), ...(argsFile ?? []), ...(plugin ?? [])];
  const files = [
    ...named,
    ...(probeConfig === undefined ? [] : [probeConfig]),
    ...(found === undefined ? [] : [found]),
  ];
  return files.filter((file) => /\.(ya?ml|jsonc?)$/i.test(file));
}
