/** Promises that descriptions make, and the calls that show whether they are kept. */

import { isKeyName, isObject, isRequired, nameWords, type ProbeScope } from '../../core/index.js';
import { asGiven, endingOf, keyBeside } from '../effect-checks/place.js';

/** A call by which a promise is put to the test. */
export interface Trial {
  /** The property that gets this value; what else the tool demands is generated. */
  readonly name: string;
  readonly value: string;
}

export interface Promised {
  /** In a message: "its description says that it …". */
  readonly says: string;
  readonly phrase: RegExp;
  suits(scope: ProbeScope<'tool'>): boolean;
  /** What is promised to work. */
  trial(scope: ProbeScope<'tool'>, hex: string): Trial;
  /** What has to work before anything can be said: the same without what is promised. */
  control(scope: ProbeScope<'tool'>, hex: string): Trial;
}

const PATHS: ReadonlySet<string> = new Set('path directory dir folder file filepath filename'.split(' '));
const MAKING: ReadonlySet<string> = new Set('create make mkdir write save new add put'.split(' '));

const nestedFolders: Promised = {
  says: 'makes folders that are missing',
  phrase:
    /\b(?:creat|mak)\w*\b[^.;]{0,60}\b(?:nested|parents?|intermediate|missing|multiple)\b[^.;]{0,30}\b(?:director(?:y|ies)|folders?)\b|\b(?:nested|parents?|intermediate)\b[^.;]{0,30}\b(?:director(?:y|ies)|folders?)\b[^.;]{0,60}\b(?:creat|made)\w*|\b(?:creat\w*)\b[^.;]{0,40}\b(?:director(?:y|ies)|folders?)\b[^.;]{0,20}\brecursively\b/i,
  suits: (scope) => pathOf(scope) !== undefined && nameWords(scope.subject.name).some((word) => MAKING.has(word)),
  trial: (scope, hex) => {
    const { name, folder, rest } = placeOf(scope, hex);
    return { name, value: `${folder}/inner${rest}` };
  },
  control: (scope, hex) => {
    const { name, folder, rest } = placeOf(scope, hex);
    return { name, value: `${folder}${rest}` };
  },
};

export const promises: readonly Promised[] = [nestedFolders];

/** The one path that a tool demands. */
function pathOf(scope: ProbeScope<'tool'>): string | undefined {
  const tool = asGiven(scope, scope.subject.tool);
  const { properties } = tool.inputSchema;
  const names = isObject(properties) ? Object.keys(properties) : [];
  const paths = names.filter((name) => isRequired(tool, name) && PATHS.has(nameWords(name).at(-1) ?? ''));
  return paths.length === 1 || paths.some(isKeyName) ? paths[0] : undefined;
}

/** A new name beside what the user named, and the ending that files there have. */
function placeOf(
  scope: ProbeScope<'tool'>,
  hex: string,
): { readonly name: string; readonly folder: string; readonly rest: string } {
  const { tool } = scope.subject;
  const name = pathOf(scope) ?? '';
  const beside = keyBeside(scope, tool, name, hex);
  const makesFolders = nameWords(tool.name).some((word) => ['directory', 'dir', 'folder', 'mkdir'].includes(word));
  const ending = endingOf(beside);
  const folder = beside.slice(0, beside.length - ending.length);
  return { name, folder, rest: makesFolders ? '' : ending };
}
