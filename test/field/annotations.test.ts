import { describe, expect, it } from 'vitest';
import annotations from '../../plugins/annotations.js';
import { json, type Probed, probeField, refusal, type SlowTool, text, TEXT } from './fake.js';

const READ_ONLY = { annotations: { readOnlyHint: true } };

interface Task {
  id: string;
  status: string;
  viewed?: number;
}

function tasks(): Task[] {
  return ['a', 'b', 'c', 'd'].map((id) => ({ id, status: 'todo' }));
}

const listing = (of: readonly Task[]): SlowTool => ({ name: 'list_tasks', ...READ_ONLY, run: () => json(of) });
const probe = (tools: readonly SlowTool[], readOnly = false): Promise<Probed> =>
  probeField(tools, [annotations], { readOnly });

describe('a tool that declares to be read-only', () => {
  const claiming = (of: Task[]): SlowTool => ({
    name: 'next_task',
    ...READ_ONLY,
    run: () => {
      const task = of.find(({ status }) => status === 'todo');
      if (task === undefined) return text('none');
      task.status = 'doing';
      return json(task);
    },
  });

  it('is found when another one shows that it changed something', async () => {
    const of = tasks();
    const { findings } = await probe([claiming(of), listing(of)]);
    expect(findings).toMatchObject([
      { rule: 'probe-annotation-untrue', subject: 'next_task', confidence: 'high', severity: 'error' },
    ]);
    expect(findings[0]?.message).toContain('list_tasks answers something else');
    expect(findings[0]?.evidence.map(({ params }) => params['name'])).toEqual([
      'list_tasks',
      'next_task',
      'list_tasks',
    ]);
  });

  it('is a warning when it changes something once only, which may be chance', async () => {
    const of = tasks();
    const first: SlowTool = {
      name: 'next_task',
      ...READ_ONLY,
      run: () => {
        if (of[0] !== undefined) of[0].status = 'seen by somebody';
        return text('a');
      },
    };
    const { findings } = await probe([listing(of), first]);
    expect(findings).toMatchObject([{ rule: 'probe-annotation-untrue', confidence: 'medium', severity: 'warning' }]);
  });

  it('is found in a run that may not write', async () => {
    const of = tasks();
    expect((await probe([listing(of), claiming(of)], true)).findings).toHaveLength(1);
  });

  it('may count in its own answer', async () => {
    const of = tasks();
    let looks = 0;
    const { findings } = await probe([
      listing(of),
      { name: 'next_task', ...READ_ONLY, run: () => json({ looks: (looks += 1) }) },
    ]);
    expect(findings).toEqual([]);
  });

  it('may be noted when and how often it was called', async () => {
    const of = tasks();
    const calls: string[] = [];
    const { findings } = await probe([
      listing(of),
      {
        name: 'get_task',
        ...READ_ONLY,
        run: () => {
          calls.push('get_task');
          for (const task of of) task.viewed = (task.viewed ?? 0) + 1;
          return json(of[0]);
        },
      },
      { name: 'list_history', ...READ_ONLY, run: () => json(calls) },
    ]);
    expect(findings).toEqual([]);
  });

  it('is not blamed for what moves by itself', async () => {
    let ticks = 0;
    const { findings } = await probe([
      { name: 'list_jobs', ...READ_ONLY, run: () => json([{ progress: Math.floor((ticks += 1) / 3) }]) },
      { name: 'get_color', ...READ_ONLY, run: () => text('blue') },
      { name: 'get_size', ...READ_ONLY, run: () => text('small') },
    ]);
    expect(findings).toEqual([]);
  });

  it.each([
    (at: number) => `Created at 8:08:${10 + at} PM`,
    (at: number) => `Since 2026-11-30T08:08:${10 + at}.000Z`,
    (at: number) => `Stamp ${1_764_000_000_000 + at}, up ${at} seconds`,
  ])('is not blamed for a clock', async (words) => {
    let at = 0;
    const clock: SlowTool = { name: 'get_page', ...READ_ONLY, run: () => text(words(at)) };
    const other: SlowTool = {
      name: 'get_color',
      ...READ_ONLY,
      run: () => {
        at += 1;
        return text('blue');
      },
    };
    expect((await probe([clock, listing(tasks()), other])).findings).toEqual([]);
  });

  it('tells nothing when nobody could show a change, or it cannot be called', async () => {
    const { undecided } = await probe([{ name: 'next_task', ...READ_ONLY, run: () => text('x') }]);
    expect(undecided[0]).toContain('no other read tool answers without arguments');
    const refused = await probe([
      listing(tasks()),
      { name: 'get_task', ...READ_ONLY, takes: { id: TEXT }, run: () => refusal('unknown') },
    ]);
    expect(refused.undecided.join()).toContain('it could not be called: unknown');
  });

  it('is not looked at when it declares nothing', async () => {
    const of = tasks();
    const { annotations: _, ...undeclared } = claiming(of);
    expect((await probe([listing(of), undeclared])).findings).toEqual([]);
  });
});
