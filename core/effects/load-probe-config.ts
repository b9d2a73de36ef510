/** Probe config files: YAML or JSON. Scorecard specification, 4. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../errors.js';
import { whyUnreadable } from '../load/source.js';
import { shownPath } from '../shown-path.js';
import type { YamlFile } from '../yaml.js';
import { parseFrom, type ProbeConfig, ProbeConfigError } from './probe-config.js';

/**
 * Reads a probe config file. `.json` is JSON, `.yaml` and `.yml` are YAML, anything else is JSON if it parses as such
 * and YAML otherwise; an empty file is an empty config. `folder`: what `path` and messages are relative to.
 * @throws ProbeConfigError with everything that is wrong with the file
 */
export async function loadProbeConfig(path: string, folder: string = process.cwd()): Promise<ProbeConfig> {
  const file = resolve(folder, path);
  const name = shownPath(file, folder);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new ProbeConfigError(`${name}: ${whyUnreadable(error)}`);
  }
  if (isBlank(text)) return parseFrom({}, { name });
  const { value, locate, problems: found } = await parse(file, text, name);
  const problems = found.map((problem) => inOneForm(problem, name));
  if (value === undefined) throw new ProbeConfigError(problems);
  try {
    const config = parseFrom(value, { name, locate });
    if (problems.length === 0) return config;
  } catch (error) {
    // A key that stands twice leaves a value, so that the rest can be told in the same go.
    if (error instanceof UsageError) throw new ProbeConfigError([...problems, ...error.problems]);
    throw error;
  }
  throw new ProbeConfigError(problems);
}

/** What the parsers say, in the form of everything else that is said of a config. */
function inOneForm(problem: string, name: string): string {
  const [, line, what] = /^:(\d+):\d+ {2}([^]*?)\.?$/.exec(problem.slice(name.length)) ?? [];
  return what === undefined ? problem : `${name}: ${what} (line ${line})`;
}

/** Nothing but white space and comments. */
function isBlank(text: string): boolean {
  return text.split('\n').every((line) => /^\uFEFF?\s*(#.*)?$/.test(line));
}

async function parse(file: string, text: string, name: string): Promise<YamlFile> {
  return isJson(file, text)
    ? (await import('../load/json-source.js')).parseJson(text, name)
    : (await import('../yaml.js')).parseYaml(text, name);
}

function isJson(file: string, text: string): boolean {
  if (/\.json$/i.test(file)) return true;
  if (/\.ya?ml$/i.test(file)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
