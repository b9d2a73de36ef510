import { distinctHex, isUntouchable, type ProbeScope, randomHex } from '../../core/index.js';
import { isNamed } from '../effect-checks/call.js';
import { observeCheck } from '../effect-checks/check.js';
import { storesOf } from '../effect-checks/stores.js';
import { changesFields } from './changes.js';
import { EmptyValues } from './empty-values.js';
import { FewerFields } from './fewer-fields.js';
import { NestedField } from './nested-field.js';
import { OneField } from './one-field.js';

/** Observations for each tool that changes fields of a record, or saves it again; one where it cannot be tried. */
export async function look(scope: ProbeScope<'tool'>, settleMs: readonly number[]): Promise<void> {
  const { subject, catalog, effects } = scope;
  const { tool, readOnly } = subject;
  if (readOnly || !isNamed(tool, catalog) || effects.exclude.includes(tool.name)) return;
  const nextHex = distinctHex(randomHex);
  const store = storesOf(catalog).find((one) => one.tool === tool && (one.pair !== undefined || !isUntouchable(tool)));
  if (store !== undefined && FewerFields.suits(store))
    await observeCheck(scope, 'tool.update', new FewerFields({ scope, store, settleMs, nextHex }));
  if (!changesFields(tool)) return;
  const oneField = new OneField({ scope, settleMs, nextHex });
  await observeCheck(scope, 'tool.update', oneField);
  const { tried } = oneField;
  if (tried === undefined) return;
  await observeCheck(scope, 'tool.update', new EmptyValues(scope, tried));
  if (await NestedField.suits(scope)) await observeCheck(scope, 'tool.update', new NestedField(scope, tried));
}
