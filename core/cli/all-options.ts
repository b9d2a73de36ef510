/** What `--all` takes, and what goes with one server only. */

import { UsageError } from '../errors.js';
import { Problems } from '../problems.js';
import { oauthFlag, oauthGiven } from './oauth-flags.js';
import type { Given } from './options.js';
import { reportFlags } from './report-flag.js';
import { whyNotWritable } from './writable.js';

/** At the same time, at most: each is a program of its own with its own processes. */
const MOST_JOBS = 16;

export interface AllSettings {
  /** How many servers at a time. */
  readonly jobs: number;
  /** The file of the JSON document, or `-`; undefined when none is wanted. */
  readonly output: string | undefined;
  /** The options of each run. */
  readonly each: Given;
}

/** Options that mean one server, and why they cannot mean all. */
const OF_ONE: readonly (readonly [keyof Given & string, string])[] = [
  ['server', 'names one server. Leave out one of the two'],
  ['url', 'names one server. Leave out one of the two'],
  ['header', 'goes to one server: other servers must not see it. Write it into the file, as ${VARIABLE}'],
  ['headerEnv', 'goes to one server: other servers must not see it. Write it into the file, as ${VARIABLE}'],
  ['record', 'is the record of one server. Give it with --server NAME'],
  ['replay', 'answers for one server. Leave out one of the two'],
  ['badge', 'is the badge of one server. Give it with --server NAME'],
  ['repro', 'is written for one server. Give it with --server NAME'],
];

/** @throws UsageError with everything that is wrong */
export function allSettings({ jobs, report, output, ...given }: Given, words: boolean): AllSettings {
  const problems = new Problems();
  const wrong = (message: string): unknown =>
    problems.attempt(() => {
      throw new UsageError(message);
    });
  if (words)
    wrong(
      '--all grades the servers of a client config file, and a command is given as well. Leave out one of the two.',
    );
  for (const [key, why] of OF_ONE) {
    const flag = `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (given[key] !== undefined) wrong(`--all grades many servers, but ${flag} ${why}.`);
  }
  for (const key of oauthGiven(given))
    wrong(`--all grades many servers, but ${oauthFlag(key)} is for one. Give it with --server NAME.`);
  const documents = reportFlags({ report, output }, ['json'], (message) => wrong(`With --all, ${message}`));
  if (documents.length > 1)
    wrong(`--all writes one document; found ${documents.map(({ by }) => by).join(' and ')}. Leave out the others.`);
  const path = documents[0]?.path;
  const why = path === undefined || path === '-' ? undefined : whyNotWritable(path);
  if (why !== undefined) wrong(`${JSON.stringify(path)}  ${why}`);
  const atOnce = problems.attempt(() => jobsOf(jobs ?? '1'));
  problems.throwAny();
  return { jobs: atOnce ?? 1, output: path, each: given as Given };
}

function jobsOf(text: string): number {
  const jobs = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (jobs >= 1 && jobs <= MOST_JOBS) return jobs;
  throw new UsageError(`--jobs takes a whole number from 1 to ${MOST_JOBS}, found ${JSON.stringify(text)}.`);
}
