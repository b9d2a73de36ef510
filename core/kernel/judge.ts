import type { Plugin } from '../define.js';
import { groupBy } from '../group.js';
import { isObject } from '../json.js';
import type { Observation, Report, Rule, Verdict } from '../model.js';
import { isCounted } from '../rules/counted.js';
import { identityIn } from '../rules/identity.js';
import { judgeObservation } from '../rules/judge-observation.js';
import type { Faults } from './faults.js';
import type { KernelInput } from './input.js';
import type { Seen } from './look.js';
import { grade } from './score.js';
import type { KernelHooks } from './taps.js';

export interface JudgeParts extends Pick<KernelInput, 'scoring' | 'permissions' | 'version'> {
  readonly hooks: KernelHooks;
  readonly faults: Faults;
  readonly rules: ReadonlyMap<string, Rule>;
  readonly plugins: ReadonlyMap<string, Plugin>;
}

/** What was seen, judged, scored and graded. Asks no server. */
export function judge(parts: JudgeParts, seen: Seen, session: Pick<Report, 'wire' | 'serverEnded'>): Report {
  const { hooks, faults, rules, scoring, permissions, version } = parts;
  const { catalog, probed, restart, observations, calls, sought, subjects, cutShort, notRun } = seen;
  const verdicts = judgeAll(hooks, faults, rules, observations);
  const counted = verdicts.filter(({ rule }) => isCounted(rules, rule));
  const graded = grade(hooks, scoring.use, {
    verdicts: counted,
    rules,
    subjects,
    observations,
    options: scoring.options,
  });
  const finished = cutShort === undefined;
  return Object.freeze({
    ...graded,
    // A run that was cut short earns no letter: what did not run might have changed it.
    grade: finished ? graded.grade : null,
    uncappedGrade: finished ? graded.uncappedGrade : null,
    toolscore: version,
    server: catalog.server,
    tools: catalog.tools,
    permissions,
    probed,
    observations,
    verdicts,
    rules,
    identities: identitiesOf(parts.plugins),
    calls,
    subjects,
    sought,
    faults: faults.list(),
    ...session,
    restart,
    unfinished: finished ? undefined : { reason: cutShort, notRun },
  });
}

/** What the schemas of observation kinds declare; those without a declaration are left out. */
function identitiesOf(plugins: JudgeParts['plugins']): Report['identities'] {
  const schemas = [...plugins.values()].flatMap(({ emits = {} }) => Object.entries(emits));
  const declared = schemas.map(([kind, schema]) => [kind, isObject(schema) ? identityIn(schema) : []] as const);
  return new Map(declared.filter(([, fields]) => fields.length > 0));
}

/** Every rule that is on, over every observation of its kind, in the order the observations were made. */
function judgeAll(
  hooks: KernelHooks,
  faults: Faults,
  rules: ReadonlyMap<string, Rule>,
  observations: readonly Observation[],
): readonly Verdict[] {
  const byKind = groupBy(
    [...rules.values()].filter(({ toggle }) => toggle !== 'off'),
    ({ observes }) => observes,
  );
  const changed = hooks.verdict.isUsed();
  return observations.flatMap((observation) =>
    (byKind.get(observation.kind) ?? []).map((rule) => {
      const verdict = judgeObservation(
        rule,
        observation,
        (input) => hooks.judge.get(rule.engine)?.call(input),
        (error) => faults.add(rule.plugin, `judge ${rule.id}`, error, 'The rule is inconclusive.'),
      );
      return changed ? hooks.verdict.call(verdict, rule) : verdict;
    }),
  );
}
