import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { UsageError } from '../../../core/errors.js';
import { loadManifest } from '../../../core/manifest/read.js';
import { KINDS } from './examples.js';

const FOLDER = fileURLToPath(new URL('../../../fixtures/broken/manifests/', import.meta.url));

/** What the first line says about each, after the name of the file. */
const FIRST: Readonly<Record<string, string>> = {
  'access-missing': ':4:5  /probes/0/access  probe case again: access is missing; it takes "read_only" or "mutating".',
  'access-unknown': ':7:7  /probes/0/access  probe case again: access takes "read_only" or "mutating".',
  'arguments-list': ':9:7  /probes/0/arguments  probe case again: arguments takes an object.',
  'bound-fraction': ':10:7  /probes/0/attempts  probe case fast: attempts takes a whole number from 1 to 20.',
  'bound-text':
    ':11:7  /probes/0/max_latency_ms  probe case fast: max_latency_ms takes a whole number from 1 to 60000.',
  'bound-too-large':
    ':10:7  /probes/0/max_attempts  probe case again: max_attempts takes a whole number from 2 to 100.',
  'byte-order-mark': ':1:1  begins with a byte-order mark. Save it as UTF-8 without one.',
  'cases-object': ':3:3  /probes  probes takes a list of cases.',
  comment: ':2:3  a manifest is strict JSON: no comments, no trailing commas.',
  empty: ':1:1  the file is empty.',
  'ends-early': ':10:17  not JSON: it ends in the middle. A bracket or a quote is missing.',
  everything: ':3:3  /colour  colour is no field here. There are: $schema, version, timeout_ms, sandboxes, probes.',
  'expect-code-of-success':
    ':12:9  /probes/0/expect/error_code  probe case ready: expect.error_code goes with the outcome "error" only: a success has no error code.',
  'expect-error-with-values':
    ':12:9  /probes/0/expect/equals  probe case ready: expect.equals goes with the outcome "ok" only: an error has no result to compare.',
  'expect-list':
    ':13:11  /probes/0/expect/equals_paths/*  probe case ready: expect.equals_paths.* takes null, true, false, a number or an identifier: a letter, then at most 63 letters, digits, "_", ".", ":" and "-".',
  'expect-no-outcome':
    ':10:17  /probes/0/expect/outcome  probe case ready: expect.outcome is missing; it takes "ok" or "error".',
  'expect-path-twice':
    ':15:11  /probes/0/expect/required_result_paths/2  probe case ready: expect.required_result_paths[2] repeats an earlier one of these result paths.',
  'expect-path-without-slash':
    ':13:11  /probes/0/expect/required_result_paths/0  probe case ready: expect.required_result_paths[0] takes a JSON Pointer of at most 512 characters that begins with "/": letters, digits, "_", ".", ":", "-", "~0" and "~1".',
  'expect-prose':
    ':13:11  /probes/0/expect/equals/status  probe case ready: expect.equals.status takes null, true, false, a number or an identifier: a letter, then at most 63 letters, digits, "_", ".", ":" and "-".',
  'field-missing':
    ':4:5  /probes/0/max_attempts  probe case again: max_attempts is missing; it takes a whole number from 2 to 100.',
  'field-null': ':10:7  /probes/0/max_attempts  probe case again: max_attempts takes a whole number from 2 to 100.',
  'field-of-another-kind':
    ':9:7  /probes/0/tool  probe case pages: tool is no field here. There are: id, probe, access, max_pages.',
  'field-unknown':
    ':11:7  /probes/0/max_attemps  probe case again: max_attemps is no field here. Did you mean "max_attempts"? There are: id, probe, access, sandbox, tool, arguments, max_attempts.',
  'id-missing':
    ':4:5  /probes/0/id  probe case number 1: id is missing; it takes an identifier: a letter, then at most 63 letters, digits, "_", ".", ":" and "-".',
  'id-twice': ':13:7  /probes/1/id  probe case again: id is also the id of /probes/0; each case has its own.',
  'id-with-space':
    ':5:7  /probes/0/id  probe case number 1: id takes an identifier: a letter, then at most 63 letters, digits, "_", ".", ":" and "-".',
  'kind-far-off':
    ':6:7  /probes/0/probe  probe case again: probe names no kind. There are: contention, error-honesty, state-recovery, discovery-cost, token-cost, schema-guessability, degradation-over-n, instruction-fidelity, latency-budget, pagination, payload-bounds, surface-listing, output-schema, cancellation, protocol-negotiation, sampling, elicitation, resource-subscription, completion, workflow.',
  'kind-only-reads': ':12:7  /probes/0/access  probe case fast: access must be "read_only": latency-budget only reads.',
  'kind-unknown': ':6:7  /probes/0/probe  probe case again: probe names no kind. Did you mean "degradation-over-n"?',
  'line-break-in-text': ':8:20  not JSON: a text holds a line break or another control character. Escape it.',
  list: ':1:1  a manifest is an object with version and probes.',
  'mutating-without-sandbox':
    ':9:5  /probes/0/sandbox  probe case again: sandbox is missing; a mutating case names one of "sandboxes".',
  'no-cases': ':3:3  /probes  probes is empty; it takes at least one case.',
  'not-utf8': '  is not UTF-8. Save it in that encoding.',
  'number-too-large':
    ':9:21  /probes/0/arguments/id  probe case again: arguments.id is a number too large to be sent as it is written. Use a smaller one, or a text.',
  'prompt-argument':
    ':10:7  /probes/0/argument_name  probe case style: argument_name takes an identifier: a letter, then at most 63 letters, digits, "_", ".", ":" and "-".',
  'sandbox-named-wrongly':
    ':4:5  /sandboxes/*  sandboxes.* is named wrongly: the name takes an identifier: a letter, then at most 63 letters, digits, "_", ".", ":" and "-".',
  'sandbox-note-control':
    ':5:7  /sandboxes/scratch/description  sandboxes.scratch.description takes 0 to 240 characters, none of them a control character.',
  'sandbox-note-too-long':
    ':5:7  /sandboxes/scratch/description  sandboxes.scratch.description takes 0 to 240 characters, none of them a control character.',
  'sandbox-tolerated':
    ':17:7  /probes/0/sandbox  probe case fast: sandbox must be left out: latency-budget only reads.',
  'sandbox-undeclared':
    ':16:7  /probes/0/sandbox  probe case again: sandbox is not declared; it takes a name that stands in "sandboxes".',
  'sandbox-unknown-field':
    ':6:7  /sandboxes/scratch/owner  sandboxes.scratch.owner is no field here. There are: description.',
  'sandbox-unknown-here':
    ':9:7  /probes/0/sandbox  probe case pages: sandbox is no field here. There are: id, probe, access, max_pages.',
  'sandbox-while-reading':
    ':16:7  /probes/0/sandbox  probe case again: sandbox goes with the access "mutating" only. Leave it out, or declare the case mutating.',
  'timeout-text': ':3:3  /timeout_ms  timeout_ms takes a whole number from 100 to 600000.',
  'timeout-too-short': ':3:3  /timeout_ms  timeout_ms takes a whole number from 100 to 600000.',
  'tokens-above-total':
    ':9:7  /probes/0/max_tool_tokens  probe case price: max_tool_tokens takes at most what max_total_tokens allows.',
  'too-deep': ':9:150  nested more than 128 levels deep. Flatten it.',
  'tool-with-slash':
    ':8:7  /probes/0/tool  probe case again: tool takes a tool name: 1 to 128 letters, digits, "_", ".", ":" and "-".',
  'trailing-comma': ':11:5  a manifest is strict JSON: no comments, no trailing commas.',
  'trigger-missing':
    ':9:7  /probes/0/trigger_arguments  probe case updates: trigger_arguments has no effect without trigger_tool.',
  'twice-in-arguments':
    ':9:46  /probes/0/arguments/filter/limit  probe case again: arguments.filter.limit stands twice in one object. Keep one of the two.',
  'twice-in-case': ':8:7  /probes/0/access  probe case again: access stands twice in one object. Keep one of the two.',
  'twice-in-document': ':3:3  /version  version stands twice in one object. Keep one of the two.',
  'twice-in-sandbox':
    ':6:7  /sandboxes/scratch/description  sandboxes.scratch.description stands twice in one object. Keep one of the two.',
  'unknown-top-field':
    ':3:3  /timeout  timeout is no field here. There are: $schema, version, timeout_ms, sandboxes, probes.',
  'version-2': ':2:3  /version  version takes the number 1, the only version there is.',
  'version-missing': ':1:1  /version  version is missing; it takes the number 1, the only version there is.',
  'version-spoken':
    ':8:7  /probes/0/bogus_version  probe case versions: bogus_version takes a version YYYY-MM-DD that toolscore does not speak; it speaks 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05, 2026-07-28.',
  'workflow-one-step':
    ':9:7  /probes/0/steps  probe case order: steps takes a list of 2 to 32 steps, each with tool, arguments and expect.',
  'workflow-step-field':
    ':23:11  /probes/0/steps/1/id  probe case order: steps[1].id is no field here. There are: tool, arguments, expect.',
  yaml: ':1:1  not JSON: something else belongs here, such as a quote, a comma or a bracket.',
};

/** Files with more than one problem, and how many. */
const SEVERAL: Readonly<Record<string, number>> = { everything: 10, 'twice-in-case': 2 };

it('there are at least forty, and each is in the list', async () => {
  const files = await readdir(FOLDER);
  expect(files.map((file) => file.replace(/\.json$/, '')).toSorted()).toEqual(Object.keys(FIRST).toSorted());
  expect(files.length).toBeGreaterThanOrEqual(40);
});

it.each(Object.entries(FIRST))('%s is refused', async (name, first) => {
  const error = await loadManifest(`${name}.json`, FOLDER, KINDS).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UsageError);
  const { problems } = error as UsageError;
  expect(problems[0]).toBe(`${name}.json${first}`);
  expect(problems).toHaveLength(SEVERAL[name] ?? 1);
});
