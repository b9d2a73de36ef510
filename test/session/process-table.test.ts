import { spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  environmentHolds,
  findProcesses,
  listProcesses,
  listWithPs,
  startOf,
} from '../../core/session/process-table.js';

/** A process with an awkward name in its arguments, that ends with the test. */
function sleeper(env: NodeJS.ProcessEnv = {}): number {
  const child = spawn('sleep', ['60'], { stdio: 'ignore', detached: true, env: { PATH: process.env['PATH'], ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child.pid ?? 0;
}

describe('the process table', () => {
  it('knows this process, its parent and its children', () => {
    const child = sleeper();
    const own = listProcesses().find(({ pid }) => pid === process.pid);
    expect(own).toMatchObject({ parent: process.ppid, dead: false });
    expect(findProcesses([child])).toMatchObject([
      { pid: child, parent: process.pid, group: child, session: child, dead: false },
    ]);
    expect(startOf(child)).toBe(findProcesses([child])[0]?.start);
    expect(findProcesses([2 ** 30])).toEqual([]);
  });

  it('says the same with ps', () => {
    const child = sleeper();
    const facts = ({ pid, parent, group, dead }: ReturnType<typeof listWithPs>[number]) => ({
      pid,
      parent,
      group,
      dead,
    });
    const [found] = findProcesses([child]);
    expect(
      listWithPs()
        .filter(({ pid }) => pid === child)
        .map(facts),
    ).toEqual(found === undefined ? [] : [facts(found)]);
    const own = listWithPs().find(({ pid }) => pid === process.pid);
    expect(Math.abs((own?.start ?? 0) - (Date.now() - process.uptime() * 1000))).toBeLessThan(60_000);
  });

  it('finds a mark in an environment', () => {
    const child = sleeper({ MARK: 'only-here' });
    expect(environmentHolds(child, 'only-here')).toBe(true);
    expect(environmentHolds(child, 'elsewhere')).toBe(false);
    expect(environmentHolds(2 ** 30, 'only-here')).toBe(false);
  });
});
