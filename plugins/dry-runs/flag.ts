/** Arguments by which a tool promises to change nothing. */

import { idName, isObject, propertiesOf, type ProbeScope, SchemaParts, type Tool } from '../../core/index.js';

/** A boolean that is sent as true. */
export interface Flag {
  readonly name: string;
  /** Its name or its description leaves no doubt. */
  readonly isClear: boolean;
}

/** Whatever else is said of it, this means that nothing is changed. */
const CLEAR: ReadonlySet<string> = new Set(
  'dry_run dryrun dry is_dry_run no_op noop what_if whatif validate_only check_only preview_only simulate_only only_validate only_check only_preview'.split(
    ' ',
  ),
);
/** These may just as well mean a kind of record. */
const LIKELY: ReadonlySet<string> = new Set('preview simulate simulation simulated pretend is_preview'.split(' '));
const CHANGES_NOTHING =
  /\b(?:without|not|never|nothing|no)\b[^.;]{0,40}\b(?:chang|modif|writ|writt|sav|stor|appl|creat|execut|persist|commit|delet|updat|insert)\w*|\bdry[ -]?run\b|\b(?:only|just)\b[^.;]{0,30}\b(?:preview|simulat|validat|check|show|return)\w*/i;
/** What is kept aside is kept. */
const KEEPS_ASIDE = /\b(?:drafts?|staged?|staging|pending|queued?|proposals?)\b/i;

/** The flag of a tool; undefined when it has none, or the user has said what it is. Never rejects. */
export async function flagOf({ values }: Pick<ProbeScope, 'values'>, tool: Tool): Promise<Flag | undefined> {
  const parts = await SchemaParts.of(tool);
  const shape = parts.shape(tool.inputSchema);
  if (shape === undefined) return undefined;
  const given = values(tool);
  for (const { name, schema } of propertiesOf(shape)) {
    const isClear = CLEAR.has(idName(name));
    if ((!isClear && !LIKELY.has(idName(name))) || given.has(name)) continue;
    const types = parts.shape(schema)?.types ?? [];
    const words = isObject(schema) && typeof schema['description'] === 'string' ? schema['description'] : '';
    if (!types.includes('boolean') || !parts.accepts(schema, true) || KEEPS_ASIDE.test(words)) continue;
    return { name, isClear: isClear || CHANGES_NOTHING.test(words) };
  }
  return undefined;
}
