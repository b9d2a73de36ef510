/** Tools that replace one text by another inside of a record. */

import {
  idName,
  type JsonObject,
  type Leaf,
  makeRecord,
  ownValue,
  type OwnRecord,
  planRecord,
  type RecordPlan,
  type Tool,
} from '../../core/index.js';

const OLD: ReadonlySet<string> = new Set(
  'old_text old_string old_str old_content old_value old search search_text find find_text target_text original original_text match'.split(
    ' ',
  ),
);
const NEW: ReadonlySet<string> = new Set(
  'new_text new_string new_str new_content new_value new replace replace_text replacement replacement_text replace_with'.split(
    ' ',
  ),
);

/** How a tool is told to replace a text. */
export interface TextEdit {
  readonly tool: Tool;
  /** The arguments that replace `before` by `after` in a record of our own; undefined when no argument names that. */
  argumentsFor(own: OwnRecord, hex: string, before: string, after: string): JsonObject | undefined;
}

/** How this tool replaces texts; undefined when it does not, or when the user has said what is replaced. Never rejects. */
export async function textEditOf(tool: Tool, values: ReadonlyMap<string, unknown>): Promise<TextEdit | undefined> {
  for (const optional of [false, true]) {
    const planned = await planRecord(tool, { values, optional });
    if ('impossible' in planned) continue;
    const { plan } = planned;
    const before = plan.leaves.find((leaf) => leaf.kind === 'text' && OLD.has(idName(leaf.name)));
    const after = plan.leaves.find(
      (leaf) =>
        leaf.kind === 'text' && NEW.has(idName(leaf.name)) && before !== undefined && placeOf(leaf) === placeOf(before),
    );
    if (before !== undefined && after !== undefined)
      return new PlannedEdit(tool, plan, values, before.path, after.path);
  }
  return undefined;
}

class PlannedEdit implements TextEdit {
  readonly tool: Tool;
  readonly #plan: RecordPlan;
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #before: string;
  readonly #after: string;

  constructor(tool: Tool, plan: RecordPlan, values: ReadonlyMap<string, unknown>, before: string, after: string) {
    this.tool = tool;
    this.#plan = plan;
    this.#values = values;
    this.#before = before;
    this.#after = after;
  }

  argumentsFor(own: OwnRecord, hex: string, before: string, after: string): JsonObject | undefined {
    let aimed = false;
    const { arguments: made } = makeRecord(this.#plan, new Set(), hex, {
      given: (leaf) => {
        if (leaf.path === this.#before) return before;
        if (leaf.path === this.#after) return after;
        const value = ownValue(own, leaf);
        if (value === undefined) return undefined;
        if (this.#isFixed(leaf)) {
          aimed ||= leaf.kind === 'fixed' && leaf.value === value;
          return undefined;
        }
        aimed = true;
        return value;
      },
    });
    return aimed ? made : undefined;
  }

  #isFixed(leaf: Leaf): boolean {
    return this.#values.has(/^[^.[]*/.exec(leaf.path)?.[0] ?? '');
  }
}

/** Where a leaf stands, without its own name. */
function placeOf({ path, name }: Leaf): string {
  return path.slice(0, -name.length);
}
