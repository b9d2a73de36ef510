import {
  type BoundExpectation,
  type BoundParameter,
  type BoundRelation,
  type BoundUnit,
  boundParametersOf,
  countsLines,
  type EffectConfig,
  isReadOnlyTool,
  type JsonObject,
  type Tool,
} from '../../core/index.js';

/** One parameter of one tool and what it is tried with. */
export interface BoundCheck {
  /** Of a declared relation; empty when it has none. */
  readonly id: string;
  readonly param: string;
  readonly expect: BoundExpectation;
  /** `auto`: items when the answer is data, else lines. */
  readonly unit: BoundUnit;
  readonly values: readonly number[];
  readonly args: JsonObject;
  readonly declared: boolean;
  /** Why there is nothing to try. */
  readonly untriable?: string;
}

/** The checks of a tool: its built-in bounds in the order of its schema, each replaced by what is declared for it, then the rest that is declared. */
export function boundChecks(tool: Tool, effects: EffectConfig): readonly BoundCheck[] {
  const declared = effects.relations.filter((relation) => relation.tool === tool.name);
  const builtIn = hasBuiltIns(tool, effects) ? boundParametersOf(tool) : [];
  const places = new Set(builtIn.map(({ name }) => name));
  return [
    ...builtIn.flatMap((parameter) => {
      const instead = declared.filter(({ param }) => param === parameter.name);
      return instead.length > 0 ? instead.map(declaredCheck) : [builtInCheck(parameter)];
    }),
    ...declared.filter(({ param }) => !places.has(param)).map(declaredCheck),
  ];
}

function hasBuiltIns(tool: Tool, { builtins, exclude, writes }: EffectConfig): boolean {
  return builtins && isReadOnlyTool(tool) && !exclude.includes(tool.name) && !writes.includes(tool.name);
}

function builtInCheck({ name, expect, unit, values, usual }: BoundParameter): BoundCheck {
  const check = {
    id: '',
    param: name,
    expect,
    unit: unit === 'lines' ? unit : 'auto',
    values,
    args: {},
    declared: false,
  } as const;
  if (values.length > 0) return check;
  return {
    ...check,
    untriable: `the input schema allows none of the values that are tried (${usual.join(', ')}); declare a relation with values that it allows in a probe config`,
  };
}

function declaredCheck({ id = '', param, expect, unit = 'auto', values, args = {} }: BoundRelation): BoundCheck {
  return {
    id,
    param,
    expect,
    unit: unit === 'auto' && countsLines(param) ? 'lines' : unit,
    values: [...new Set(values)],
    args,
    declared: true,
  };
}
