/**
 * The tapable hooks, and the view of them that each plugin gets. A plugin never holds a hook itself: through its view
 * every tap carries its name, what throws is caught and named with its step, and nothing can listen in on `connect`
 * to get at the transport.
 */

import {
  AsyncParallelHook,
  AsyncSeriesBailHook,
  AsyncSeriesHook,
  AsyncSeriesWaterfallHook,
  HookMap,
  SyncBailHook,
  SyncHook,
  SyncWaterfallHook,
} from 'tapable';
import { messageOf, UsageError } from '../errors.js';
import type {
  AsyncTap,
  CatalogDraft,
  ConnectRequest,
  JudgeInput,
  Judgement,
  PluginHooks,
  ReportInput,
  RunSummary,
  SyncTap,
  ValidateInput,
  DiscoveryScope,
  ObserveScope,
} from '../hooks.js';
import type { CallAnswer, CallRecord, CallRequest, GradeCap, Rule, Score, ScoreInput, Verdict } from '../model.js';
import { type Session, type SessionInfo, ServerError } from '../session/port.js';
import type { Faults } from './faults.js';
import { onlyLowering } from './only-lowering.js';

/** What a step hands to the view of one plugin, so that each plugin gets its own scope, options and name in it. */
export type For<Payload> = (plugin: string) => Payload;

export interface KernelHooks {
  readonly validate: SyncHook<[For<ValidateInput>]>;
  readonly connect: AsyncSeriesBailHook<[ConnectRequest], Session>;
  readonly discovery: AsyncParallelHook<[CatalogDraft, For<DiscoveryScope>]>;
  readonly prepareCall: AsyncSeriesWaterfallHook<[CallRequest, SessionInfo]>;
  readonly call: AsyncSeriesBailHook<[CallRequest, SessionInfo], CallAnswer>;
  readonly called: SyncHook<[CallRecord]>;
  readonly observe: HookMap<AsyncSeriesHook<[For<ObserveScope>]>>;
  readonly judge: HookMap<SyncBailHook<[JudgeInput], Judgement>>;
  readonly verdict: SyncWaterfallHook<[Verdict, Rule]>;
  readonly score: HookMap<SyncBailHook<[ScoreInput], Score>>;
  readonly gradeCap: SyncWaterfallHook<[GradeCap, ScoreInput]>;
  readonly report: AsyncParallelHook<[ReportInput]>;
  readonly close: AsyncSeriesHook<[RunSummary]>;
}

export function createHooks(): KernelHooks {
  return {
    validate: new SyncHook(['input']),
    connect: new AsyncSeriesBailHook(['request']),
    discovery: new AsyncParallelHook(['draft', 'scope']),
    prepareCall: new AsyncSeriesWaterfallHook(['request', 'session']),
    call: new AsyncSeriesBailHook(['request', 'session']),
    called: new SyncHook(['record']),
    observe: new HookMap(() => new AsyncSeriesHook(['scope'])),
    judge: new HookMap(() => new SyncBailHook(['input'])),
    verdict: new SyncWaterfallHook(['verdict', 'rule']),
    score: new HookMap(() => new SyncBailHook(['input'])),
    gradeCap: new SyncWaterfallHook(['cap', 'input']),
    report: new AsyncParallelHook(['input']),
    close: new AsyncSeriesHook(['summary']),
  };
}

/** Names that were tapped in the hook maps, so that a config can be checked against them. */
export interface TappedNames {
  readonly subjects: Set<string>;
  readonly engines: Set<string>;
  readonly scorers: Set<string>;
}

/** What it costs when a tap of this step throws, for the person who reads the fault. */
const COST = {
  connect: 'It made no connection.',
  discovery: 'What it would have listed is missing.',
  prepareCall: 'The call went out unchanged.',
  call: 'The server was asked instead.',
  called: 'It did not hear of the call.',
  observe: 'Rules that need its observations are inconclusive.',
  judge: 'The rule is inconclusive.',
  verdict: 'The verdict stays as it was.',
  score: 'There is no score.',
  gradeCap: 'The cap stays as it was.',
  report: 'Its output is missing or incomplete.',
  close: 'It may not have cleaned up.',
} as const;

/**
 * The hooks as one plugin sees them. `place`: where the plugin stands in the order of all. Who connects and who answers
 * a call is asked from the last plugin to the first, so that one from outside can take over from those that ship.
 */
export function viewFor(
  { plugin, place }: { readonly plugin: string; readonly place: number },
  hooks: KernelHooks,
  faults: Faults,
  names: TappedNames,
): PluginHooks {
  const laterFirst = { name: plugin, stage: -place };
  /** Runs a listener; what it throws becomes a fault, except the errors that are meant to end the run at this step. */
  const failed = (step: keyof typeof COST, error: unknown): undefined => {
    if (error instanceof ServerError && (step === 'connect' || step === 'discovery')) throw error;
    // What the user wrote can turn out wrong once it is known what the server lists.
    if (error instanceof UsageError && step === 'discovery') throw error;
    faults.add(plugin, step, error, COST[step]);
    return undefined;
  };
  function sync<A extends readonly unknown[], R>(
    step: keyof typeof COST,
    listener: (...args: A) => R,
  ): (...args: A) => R | undefined {
    return (...args) => {
      try {
        // In a bail hook null would be an answer; nobody means it as one.
        return listener(...args) ?? undefined;
      } catch (error) {
        return failed(step, error);
      }
    };
  }
  function later<A extends readonly unknown[], R>(
    step: keyof typeof COST,
    listener: (...args: A) => R | Promise<R>,
  ): (...args: A) => Promise<R | undefined> {
    return async (...args) => {
      try {
        return (await listener(...args)) ?? undefined;
      } catch (error) {
        return failed(step, error);
      }
    };
  }
  /** A tap whose listener may be plain or async: the kernel awaits both alike. */
  const asyncTap = <A extends readonly unknown[], R>(
    add: (listener: (...args: A) => R | Promise<R>) => void,
  ): AsyncTap<A, R> => ({
    tap: (_name, listener) => add(listener),
    tapPromise: (_name, listener) => add(listener),
  });
  const syncTap = <A extends readonly unknown[], R>(add: (listener: (...args: A) => R) => void): SyncTap<A, R> => ({
    tap: (_name, listener) => add(listener),
  });

  return {
    validate: syncTap<[ValidateInput], void>((listener) =>
      hooks.validate.tap(plugin, (inputFor) => {
        const input = inputFor(plugin);
        try {
          listener(input);
        } catch (error) {
          if (error instanceof UsageError) error.problems.forEach((problem) => input.problem(problem));
          else input.problem(`failed in validate: ${messageOf(error)}`);
        }
      }),
    ),
    connect: asyncTap<[ConnectRequest], Session | undefined>((listener) =>
      hooks.connect.tapPromise(laterFirst, later('connect', listener) as (r: ConnectRequest) => Promise<Session>),
    ),
    discovery: asyncTap<[CatalogDraft, DiscoveryScope], void>((listener) =>
      hooks.discovery.tapPromise(
        plugin,
        later('discovery', (draft: CatalogDraft, scopeFor: For<DiscoveryScope>) => listener(draft, scopeFor(plugin))),
      ),
    ),
    prepareCall: asyncTap<[CallRequest, SessionInfo], CallRequest | undefined>((listener) =>
      hooks.prepareCall.tapPromise(
        plugin,
        async (request, session) => (await later('prepareCall', listener)(request, session)) ?? request,
      ),
    ),
    call: asyncTap<[CallRequest, SessionInfo], CallAnswer | undefined>((listener) =>
      hooks.call.tapPromise(
        laterFirst,
        later('call', listener) as (r: CallRequest, s: SessionInfo) => Promise<CallAnswer>,
      ),
    ),
    called: syncTap<[CallRecord], void>((listener) => hooks.called.tap(plugin, sync('called', listener))),
    observe: {
      for: (kind) => {
        names.subjects.add(kind);
        return asyncTap((listener: (scope: never) => void | Promise<void>) =>
          hooks.observe.for(kind).tapPromise(
            plugin,
            later('observe', (scopeFor: For<ObserveScope>) => listener(scopeFor(plugin) as never)),
          ),
        );
      },
    },
    judge: {
      for: (engine) => {
        names.engines.add(engine);
        // Not caught here: who judges needs to know that this rule has no verdict.
        return syncTap<[JudgeInput], Judgement | undefined>((listener) =>
          hooks.judge.for(engine).tap(plugin, listener as (i: JudgeInput) => Judgement),
        );
      },
    },
    verdict: syncTap<[Verdict, Rule], Verdict | undefined>((listener) =>
      hooks.verdict.tap(plugin, (verdict, rule) => sync('verdict', listener)(verdict, rule) ?? verdict),
    ),
    score: {
      for: (name: string) => {
        names.scorers.add(name);
        return syncTap<[ScoreInput], Score | undefined>((listener) =>
          hooks.score.for(name).tap(plugin, sync('score', listener) as (i: ScoreInput) => Score),
        ) as never;
      },
    },
    gradeCap: syncTap<[GradeCap, ScoreInput], GradeCap | undefined>((listener) =>
      hooks.gradeCap.tap(plugin, onlyLowering(plugin, faults, sync('gradeCap', listener))),
    ),
    report: asyncTap<[ReportInput], void>((listener) => hooks.report.tapPromise(plugin, later('report', listener))),
    close: asyncTap<[RunSummary], void>((listener) => hooks.close.tapPromise(plugin, later('close', listener))),
  };
}
