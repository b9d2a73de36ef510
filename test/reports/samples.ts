/** The reports that every reporter is tried on. */

import type { JsonObject, Report, Tool } from '../../core/index.js';
import { createSampleServer } from '../../fixtures/sample-server.mjs';
import { ReportBuilder } from './build-report.js';

const listing = createSampleServer()({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }) as {
  result: { tools: Tool[] };
};

const HAPPY_CASES = 3;
const EDGE_CASES = new Map([
  ['create_note', 3],
  ['list_notes', 2],
  ['search_notes', 3],
  ['delete_note', 3],
  ['export_notes', 3],
]);

/** The sample server's tools, called and linted as a run does it. */
export function sampleBuilder(): ReportBuilder {
  const builder = new ReportBuilder();
  for (const { name, ...tool } of listing.result.tools) builder.tool(name, tool);
  for (const [tool, edges] of EDGE_CASES) {
    const fails = tool === 'export_notes';
    for (let at = 0; at < HAPPY_CASES; at += 1) {
      builder.scenario('happy', tool, {
        ms: at + 0.5,
        args: { format: `sample_${at}` },
        ...(fails && { outcome: 'error-result', detail: 'no storage backend configured' }),
      });
    }
    for (let at = 0; at < edges; at += 1) builder.scenario('edge', tool, { ms: 1, outcome: 'error-result' });
  }
  return builder
    .finding('required-undeclared', 'list_notes', { message: 'list_notes has properties and no required list.' })
    .finding('description-short', 'search_notes', { message: 'search_notes has a description of 7 characters.' })
    .finding('property-untyped', 'delete_note', { message: 'delete_note declares note_id without a type.' })
    .verdict('description-short', 'create_note', 'pass');
}

/** B, 86 %: happy 12/15, edge 14/14, lint 91 %. */
export const sample = (): Report => sampleBuilder().build();

/** A by score, C by what a probe saw. */
export function capped(): Report {
  const builder = new ReportBuilder().server({
    name: 'memory-server',
    version: '0.6.3',
    protocolVersion: '2025-11-25',
    era: 'initialize',
  });
  for (let at = 0; at < 9; at += 1) builder.tool(`tool_${at}`).scenario('happy', `tool_${at}`);
  return builder
    .effect('probe-silent-noop', 'tool_0', 'fail', {
      message: 'tool_0 reported a second write and changed nothing (probe-silent-noop)',
      basis: 'the read tool showed this record',
    })
    .effect('probe-silent-noop', 'tool_1', 'pass', { basis: 'the read tool showed this record' })
    .effect('probe-silent-noop', 'tool_2', 'inconclusive', { reason: 'no reader answered' })
    .effect('probe-silent-noop', 'tool_3', 'skipped', { reason: 'it writes' })
    .build({ cap: { letter: 'C', reasons: ['probe-silent-noop on tool_0'] } });
}

/** A run that left tools alone. */
export function readOnly(): Report {
  const builder = new ReportBuilder().tool('list_notes').tool('create_note').tool('reset_all');
  return builder
    .scenario('happy', 'list_notes')
    .leftOut('happy', 'create_note', 'not read-only, and this run is read-only')
    .leftOut('edge', 'create_note', 'not read-only, and this run is read-only')
    .leftOut('happy', 'reset_all', 'not read-only, and this run is read-only')
    .build({ permissions: { readOnly: true, because: 'client config file' } });
}

/** A run that ended before everything was called, with a plugin that failed. */
export function unfinished(): Report {
  return new ReportBuilder()
    .tool('slow')
    .tool('never_reached')
    .scenario('happy', 'slow', { outcome: 'timeout', ms: 30_000, detail: 'timeout after 30 s' })
    .build({
      unfinished: { reason: 'the run took longer than 600 seconds', notRun: ['scenarios on never_reached'] },
      faults: [
        {
          plugin: 'our-login',
          step: 'observe.tool slow',
          message: 'connection closed before the login answer',
          cost: 'Rules that need its observations are inconclusive.',
        },
      ],
    });
}

/** Findings of a house rule, and one that is only information. */
export function house(): Report {
  return sampleBuilder()
    .finding('house-prefix', 'create_note', { message: 'create_note lacks the prefix "acme_".' })
    .finding('house-owner', 'list_notes', { message: 'list_notes names no owner.' })
    .build();
}

/** Every kind of hostile text in every field that a server fills. */
export function hostile(text: string): Report {
  const builder = new ReportBuilder().server({ name: text, version: text, protocolVersion: text, instructions: text });
  builder
    .tool(text, { description: text, inputSchema: { type: 'object', properties: { [text]: { description: text } } } })
    .tool('quiet', { description: text })
    .scenario('happy', text, { outcome: 'error-result', detail: text, args: { [text]: text }, description: text })
    .scenario('edge', text, { outcome: 'timeout', detail: text })
    .leftOut('happy', 'quiet', text)
    .finding('property-untyped', text, { message: `${text} declares ${text} without a type.`, fix: text })
    .finding('text-conceal', '<instructions>', { message: text })
    .finding('house-owner', text, { message: text })
    .effect('probe-silent-noop', text, 'fail', { message: text, basis: text, data: hostileData(text) })
    .effect('probe-silent-noop', 'quiet', 'pass', { basis: text, data: { ...hostileData(text), summary: text } })
    .effect('probe-silent-noop', text, 'skipped', { reason: text })
    .effect('probe-only-shown', text, 'fail', { message: text, fix: text, data: hostileData(text) })
    .effect('probe-only-shown', 'quiet', 'fail', { message: text, severity: 'warning' })
    .effect('probe-only-shown', 'quiet', 'inconclusive', { reason: text })
    .effect('probe-silent-noop', 'quiet', 'inconclusive', { reason: text });
  return builder.build({
    cap: { letter: 'F', reasons: [`probe-silent-noop on ${text}`] },
    permissions: { because: text },
    faults: [{ plugin: text, step: text, message: text, cost: text }],
    wire: { noiseLines: 3, noiseSamples: [text] },
  });
}

/** Facts of a probe, all of them words of the server. */
const hostileData = (text: string): JsonObject => ({
  check: text,
  id: text,
  param: text,
  readers: [text],
  markers: [text],
  details: [{ step: text, outcome: text, note: text }],
});

/** Results of all four probes in a run that may not write. */
export function probed(): Report {
  return sampleBuilder()
    .effect('probe-bound-exceeded', 'list_notes', 'fail', {
      message: 'limit does not bound the answer: limit 1 returned 4 items instead of 1',
      severity: 'warning',
      confidence: 'medium',
      basis: 'built-in bound',
      data: {
        check: 'bound',
        id: '',
        param: 'limit',
        details: [
          { step: 'without limit', outcome: '4 items', note: '' },
          { step: 'limit 1', outcome: '4 items', note: 'instead of 1' },
        ],
      },
    })
    .effect('probe-bound-exceeded', 'search_notes', 'pass', {
      basis: 'declared in the probe config',
      data: { check: 'bound', id: 'search-limit', summary: 'limit bounded the result for the tried values [1]' },
    })
    .effect('probe-silent-noop', 'create_note', 'skipped', {
      reason: 'not read-only',
      data: { check: 'round-trip' },
    })
    .build({ probed: true });
}

/** Names in scripts whose characters take two columns or none. */
export function worldwide(): Report {
  const builder = new ReportBuilder().server({ name: '天気サーバー', version: '2.0' });
  for (const name of ['天気を調べる', 'ค้นหาบันทึก', 'बनाएँ', '🫠_emoji_👨‍👩‍👧', 'plain', `long_${'name_'.repeat(40)}`]) {
    builder
      .tool(name, { description: `${name} は便利な道具です。`.repeat(8) })
      .scenario('happy', name, { outcome: 'error', detail: `失敗しました ${name}` });
  }
  return builder.build();
}
