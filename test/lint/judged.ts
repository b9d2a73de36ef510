/** Runs the lint plugin over a made-up or real listing and judges what it saw, with no kernel between. */

import jsonLogic from 'json-logic-js';
import type { Catalog, JsonObject, ObserveScope, PluginHooks, RuleInput, SubjectMap, Tool } from '../../core/index.js';
import { fillTemplate } from '../../core/rules/template.js';
import lint from '../../plugins/lint/index.js';

export interface Seen {
  readonly kind: string;
  readonly subject: string;
  readonly state: 'observed' | 'inconclusive';
  readonly data: JsonObject;
  readonly reason?: string;
  readonly confidence?: string;
}

export interface Finding {
  readonly rule: string;
  readonly severity: string;
  readonly tool: string;
  readonly message: string;
  readonly fix: string;
}

/** A tool that no rule has anything to say about, apart from what is given. */
export function tool(listed: Partial<Tool> = {}): Tool {
  return {
    index: 0,
    name: 'search_notes',
    description: 'Finds notes by words of their title.',
    inputSchema: { type: 'object', properties: {} },
    outputSchema: undefined,
    annotations: {},
    ...listed,
  };
}

export function catalogOf(tools: readonly Tool[], instructions = '', prompts: readonly JsonObject[] = []): Catalog {
  const server = {
    name: 'notes',
    version: '1',
    protocolVersion: '2025-11-25',
    era: 'initialize',
    instructions,
    capabilities: {},
  } as const;
  return { server, tools: tools.map((one, index) => ({ ...one, index })), resources: [], prompts };
}

/** What the plugin emits, tools first, then the instructions. */
export async function observationsOf(
  catalog: Catalog,
  wanted: (kind: string) => boolean = () => false,
): Promise<Seen[]> {
  const seen: Seen[] = [];
  const looks = new Map<string, (scope: ObserveScope) => Promise<void>>();
  const observe = {
    for: (kind: string) => ({
      tap() {},
      tapPromise: (_: string, look: (scope: ObserveScope) => Promise<void>) => looks.set(kind, look),
    }),
  };
  lint.apply?.({ hooks: { observe } as unknown as PluginHooks, options: {} });
  const tools: SubjectMap['tool'][] = catalog.tools.map((one) => ({
    kind: 'tool',
    name: one.name,
    tool: one,
    readOnly: true,
    sampleArguments: async () => undefined,
  }));
  const { server } = catalog;
  for (const subjects of [tools, [{ kind: 'server', name: server.name, server }] as const]) {
    const [first] = subjects;
    if (first === undefined) continue;
    const each = async (look: (scope: never) => unknown): Promise<void> => {
      for (const subject of subjects) {
        const keep =
          (state: Seen['state']) =>
          (kind: string, ...rest: unknown[]): void => {
            const [data, options] = (state === 'observed' ? rest : rest.slice(1)) as [
              JsonObject | undefined,
              { subject?: { name: string }; confidence?: string } | undefined,
            ];
            seen.push({
              kind,
              subject: options?.subject?.name ?? subject.name,
              state,
              data: data ?? {},
              ...(state === 'inconclusive' && { reason: String(rest[0]) }),
              ...(options?.confidence !== undefined && { confidence: options.confidence }),
            });
          };
        const scope = { subject, catalog, emit: keep('observed'), inconclusive: keep('inconclusive'), wanted };
        await look(scope as never);
      }
    };
    await looks.get(first.kind)?.({ subjects, each } as unknown as ObserveScope);
  }
  return seen;
}

/** Everything the built-in rules report, in the order of discovery. */
export async function findingsIn(catalog: Catalog): Promise<Finding[]> {
  const observations = await observationsOf(catalog);
  return observations
    .filter(({ state }) => state === 'observed')
    .flatMap((seen) => (lint.rules ?? []).flatMap((rule) => judge(rule, seen)));
}

export function judge(rule: RuleInput, { kind, subject, data }: Pick<Seen, 'kind' | 'subject' | 'data'>): Finding[] {
  const { id, severity, message, fix, observes, options = {}, when } = rule;
  if (observes !== kind || jsonLogic.apply(when as never, { ...data, options }) !== true) return [];
  return [
    {
      rule: id,
      severity,
      tool: subject,
      message: fillTemplate(message, data, options),
      fix: fillTemplate(fix, data, options),
    },
  ];
}

/** The ids of what is reported for one tool. */
export async function rulesFor(one: Partial<Tool>): Promise<string[]> {
  return (await findingsIn(catalogOf([tool(one)]))).map(({ rule }) => rule);
}
