/** The table beside this file, and what the suite found in its words. */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Check, Side } from './suite.js';

const RESULTS = ['pass', 'refuses', 'fail', 'not applicable'] as const;
type Result = (typeof RESULTS)[number];

/** Results of scenarios that are run. */
const RAN: ReadonlySet<unknown> = new Set(['pass', 'refuses', 'fail']);
const BAD: ReadonlySet<string> = new Set(['FAILURE', 'WARNING']);

export interface Row {
  /** By revision. */
  readonly results: ReadonlyMap<string, Result>;
  /** What toolscore would need: `tool …`, `resource …` or `capability …`. */
  readonly needs: string | undefined;
  /** Set whenever not all is well. */
  readonly why: string | undefined;
  /** Ids of checks that cannot pass, with the reason. */
  readonly except: ReadonlyMap<string, string>;
}

/** The rows of one side, by scenario. */
export function tableOf(side: Side): ReadonlyMap<string, Row> {
  const text = readFileSync(new URL('scenarios.yaml', import.meta.url), 'utf8');
  const rows = (parse(text) as Record<Side, Record<string, Record<string, unknown>>>)[side];
  return new Map(Object.entries(rows).map(([scenario, row]) => [scenario, rowOf(row)]));
}

function rowOf({ needs, why, except = {}, ...results }: Record<string, unknown>): Row {
  return {
    results: new Map(Object.entries(results) as [string, Result][]),
    needs: needs as string | undefined,
    why: why as string | undefined,
    except: new Map(Object.entries(except as Record<string, string>)),
  };
}

/** What is wrong with the rows themselves, one line each. */
export function faultsOf(table: ReadonlyMap<string, Row>): readonly string[] {
  return [...table].flatMap(([scenario, { results, needs, why }]) => {
    const odd = [...results.values()].filter((result) => !RESULTS.includes(result));
    const troubled = [...results.values()].some((result) => result === 'fail' || result === 'not applicable');
    return [
      ...odd.map((result) => `${scenario}: ${result} is no result`),
      ...(troubled === (why !== undefined || needs !== undefined)
        ? []
        : [`${scenario}: a reason for all that is not well`]),
    ];
  });
}

/** The revisions of each scenario, as the suite lists them. */
export function revisionsIn(table: ReadonlyMap<string, Row>): ReadonlyMap<string, readonly string[]> {
  return new Map([...table].map(([scenario, { results }]) => [scenario, [...results.keys()]]));
}

/** What the table says of one revision, without what does not apply. */
export function expected(table: ReadonlyMap<string, Row>, revision: string): ReadonlyMap<string, string> {
  const results = [...table].map(([scenario, row]) => [scenario, row.results.get(revision)] as const);
  return new Map(results.filter((entry): entry is [string, Result] => RAN.has(entry[1])));
}

/** The same of what the suite found. A failure names its checks, unless it is in the table. */
export function outcomes(
  table: ReadonlyMap<string, Row>,
  revision: string,
  found: ReadonlyMap<string, readonly Check[]>,
  gaveUp: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  return new Map(
    [...expected(table, revision)].map(([scenario, wanted]) => {
      const row = table.get(scenario) as Row;
      const outcome = outcomeOf(found.get(scenario) ?? [], row, gaveUp.get(scenario));
      return [scenario, wanted === 'fail' && outcome.startsWith('fail') ? 'fail' : outcome];
    }),
  );
}

/** A check that the table excepts must fail, or the exception is out of date. */
function outcomeOf(checks: readonly Check[], { except }: Row, gaveUp: string | undefined): string {
  const bad = new Map(checks.filter(({ status }) => BAD.has(status)).map(({ id, errorMessage }) => [id, errorMessage]));
  const stale = [...except.keys()].filter((id) => !bad.delete(id)).map((id) => `${id} passes`);
  const problems = [...[...bad].map(([id, message = 'no reason']) => `${id} (${message})`), ...stale];
  if (!checks.some(({ status }) => status === 'SUCCESS')) problems.push('nothing was found to be right');
  if (problems.length > 0)
    return `fail: ${problems.join(', ')}${gaveUp === undefined ? '' : `; the client: ${gaveUp}`}`;
  return gaveUp === undefined ? 'pass' : 'refuses';
}
