import { aimerFor, ledgerOf, type OwnRecord, type ProbeScope, type Tool } from '../../core/index.js';

/** A digit string that stands in no record. */
const NO_HEX = '000000';

/** Another tool that names records of this kind by their key: then the key is meant to be theirs alone. */
export async function addressedBy(
  { catalog, values }: Pick<ProbeScope, 'catalog' | 'values'>,
  own: OwnRecord,
): Promise<Tool | undefined> {
  const keys = new Set(own.record.fields.filter(({ isKey }) => isKey).map(({ value }) => value));
  for (const tool of catalog.tools) {
    if (tool.name === own.tool.name) continue;
    const aim = (await aimerFor({ tool, values: values(tool), optional: true }))?.at(own, NO_HEX);
    if (aim?.record.fields.some(({ name, value }) => aim.targets.includes(name) && keys.has(value)) === true)
      return tool;
  }
  return undefined;
}

/** The latest record that a tool of this run stored. */
export function latestOf({ catalog }: Pick<ProbeScope, 'catalog'>, tool: Tool): OwnRecord | undefined {
  return ledgerOf(catalog).of(tool).at(-1);
}
