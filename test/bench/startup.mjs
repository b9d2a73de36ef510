// How much longer than Node itself the command line takes to say something.
import { interleave, median, pairedRatio, timeNode } from './measure.mjs';

const TARGET = 1.5;

export async function startup({ cli, rounds }) {
  const times = await interleave(
    {
      node: () => timeNode(['-e', '0']),
      '--version': () => timeNode([cli, '--version']),
      '--help': () => timeNode([cli, '--help']),
    },
    rounds * 3,
  );
  return ['--version', '--help'].map((flag) => ({
    what: `toolscore ${flag}`,
    ours: `${median(times[flag]).toFixed(0)} ms`,
    base: `node -e 0: ${median(times.node).toFixed(0)} ms`,
    value: pairedRatio(times[flag], times.node),
    unit: 'x',
    target: TARGET,
  }));
}
