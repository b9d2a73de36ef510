import { expect, test } from 'vitest';
import type { Check } from './suite.js';
import { expected, faultsOf, outcomes, type Row } from './table.js';

const NOTE = { needs: undefined, why: undefined, except: new Map<string, string>() };
const rowOf = (result: string, more: Partial<Row> = {}): Row =>
  ({ ...NOTE, results: new Map([['r', result]]), ...more }) as Row;
const check = (id: string, status: Check['status']): Check => ({ id, status, errorMessage: 'odd' });
const GOOD = [check('a', 'SUCCESS'), check('b', 'INFO'), check('c', 'SKIPPED')];

test.each<[what: string, row: Row, checks: readonly Check[] | undefined, gaveUp: string | undefined, outcome: string]>([
  ['all checks passed', rowOf('pass'), GOOD, undefined, 'pass'],
  ['the client gave up, and all checks passed', rowOf('pass'), GOOD, 'no', 'refuses'],
  ['a check failed', rowOf('pass'), [...GOOD, check('d', 'FAILURE')], undefined, 'fail: d (odd)'],
  ['there was a warning', rowOf('pass'), [...GOOD, check('d', 'WARNING')], 'no', 'fail: d (odd); the client: no'],
  ['a failure is in the table', rowOf('fail'), [check('d', 'FAILURE')], undefined, 'fail'],
  ['nothing was checked', rowOf('pass'), [check('b', 'INFO')], undefined, 'fail: nothing was found to be right'],
  ['it did not run', rowOf('pass'), undefined, undefined, 'fail: nothing was found to be right'],
  [
    'a check that cannot pass failed',
    rowOf('pass', { except: new Map([['d', 'x']]) }),
    [...GOOD, check('d', 'FAILURE')],
    undefined,
    'pass',
  ],
  [
    'a check that cannot pass passed',
    rowOf('pass', { except: new Map([['a', 'x']]) }),
    GOOD,
    undefined,
    'fail: a passes',
  ],
])('when %s, the scenario says so', (_what, row, checks, gaveUp, outcome) => {
  const table = new Map([['s', row]]);
  const found = new Map(checks === undefined ? [] : [['s', checks]]);
  expect(outcomes(table, 'r', found, new Map(gaveUp === undefined ? [] : [['s', gaveUp]]))).toEqual(
    new Map([['s', outcome]]),
  );
});

test('what does not apply is not looked at, and wants a reason, as a failure does', () => {
  const table = new Map([
    ['a', rowOf('not applicable', { needs: 'tool x' })],
    ['b', rowOf('not applicable')],
    ['c', rowOf('fail')],
    ['d', rowOf('pass', { why: 'no reason' })],
    ['e', rowOf('passes')],
  ]);
  expect(expected(table, 'r')).toEqual(
    new Map([
      ['c', 'fail'],
      ['d', 'pass'],
    ]),
  );
  expect(faultsOf(table).map((line) => line.split(':', 1)[0])).toEqual(['b', 'c', 'd', 'e']);
});
