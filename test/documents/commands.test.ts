/** `toolscore report`, `toolscore diff` and `toolscore schema`, as the command line calls them. */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { loadShipped } from '../../core/api/shipped.js';
import type { Composition } from '../../core/cli/composition.js';
import { runDiff } from '../../core/cli/diff.js';
import { printDocumentSchema } from '../../core/cli/document-schema.js';
import { report } from '../../core/cli/exit.js';
import { runReport } from '../../core/cli/report.js';
import { probeReportOf } from '../../core/documents/build.js';
import { reportMarkdown } from '../../core/documents/markdown.js';
import { reportSarif, sarifContextOf } from '../../core/documents/sarif.js';
import { reportText } from '../../core/documents/text.js';
import { jsonText } from '../../core/text/json.js';
import { project } from '../load/folder.js';
import { OWN } from '../load/own.js';
import { aCase, aReport, failed, mixedRun } from './samples.js';

const MANIFEST = `{
  "version": 1,
  "probes": [
    {
      "id": "pages", "probe": "pagination",
      "access": "read_only", "max_pages": 5
    },
    { "probe": "payload-bounds", "access": "read_only", "tool": "echo", "arguments": { "id": "big" },
      "field": "text", "size_bytes": 10, "expect_handled": false,
      "id": "big" }
  ]
}
`;
const SHA256 = createHash('sha256').update(MANIFEST).digest('hex');
const RULE = `
id: house-rule
title: A case makes few calls
failure: A case made many calls
severity: error
confidence: high
since: 0.1.0
observes: case.run
requires: [attempts]
when: { '>': [{ var: attempts }, 1000] }
message: 'made {{attempts}} calls'
fix: Make fewer calls.
`;
const BASELINE = aReport([aCase('pages'), aCase('big', { probe: 'payload-bounds', tool: 'echo' })]);
const CURRENT = aReport(
  [
    failed('pages', 'pagination-invalid-entry'),
    failed('big', 'payload-unhandled', { probe: 'payload-bounds', tool: 'echo' }),
  ],
  { manifest_sha256: SHA256 },
);

const composition: Composition = {
  version: '0.1.0',
  flags: { pluginFlags: [], reportFormats: [] },
  load: loadShipped,
  entries: { ...OWN, 'toolscore/testing': OWN.toolscore },
  sampleServer: { command: [], run: () => Promise.resolve(0) },
};

let folder: string;
let out: string;
let err: string;

beforeEach(async () => {
  folder = await project({
    'baseline.json': jsonText(BASELINE),
    'current.json': jsonText(CURRENT),
    'manifest.json': MANIFEST,
    'house-rule.yaml': RULE,
    'house.json': jsonText(aReport([failed('pages', 'house-rule')])),
    'broken.json': '{"schema":"toolscore.probe-report/v2"}',
    'bom.json': `\uFEFF${jsonText(BASELINE)}`,
  });
  [out, err] = ['', ''];
  const capture = (add: (text: string) => void) => (text: unknown, done?: unknown) => {
    add(String(text));
    if (typeof done === 'function') done();
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(capture((text) => (out += text)) as never);
  vi.spyOn(process.stderr, 'write').mockImplementation(capture((text) => (err += text)) as never);
  return () => vi.restoreAllMocks();
});

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** As the command line ends: what is thrown becomes an exit code. */
async function run(command: () => Promise<number>): Promise<Ended> {
  [out, err] = ['', ''];
  const code = await command().catch(report);
  return { code, out, err };
}

const file = (name: string): string => join(folder, name);
const given = (text: string): void =>
  void vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([Buffer.from(text)]) as never);
const reported = (name: string, options: object = {}): Promise<Ended> =>
  run(() => runReport(name === '-' ? name : file(name), options, composition));
const diffed = (before: string, now: string, options: object = {}): Promise<Ended> =>
  run(() => runDiff(before === '-' ? before : file(before), now === '-' ? now : file(now), options, composition));

describe('toolscore report', () => {
  test('renders what a run renders, byte for byte, and ends as the run did', async () => {
    const kernel = await mixedRun();
    const document = probeReportOf(kernel);
    const asIs = async (format: string, options: object = {}): Promise<Ended> => {
      given(jsonText(document));
      return reported('-', { format, ...options });
    };
    expect(await asIs('text')).toEqual({ code: 3, out: reportText(document), err: '' });
    expect(await asIs('text', { brief: true })).toMatchObject({ out: reportText(document, { brief: true }) });
    expect(await asIs('text', { pricePerMtok: '3' })).toMatchObject({ out: reportText(document, { pricePerMtok: 3 }) });
    expect(await asIs('markdown')).toMatchObject({ out: reportMarkdown(document) });
    expect(await asIs('json')).toMatchObject({ out: jsonText(document) });
    const sarif = (await asIs('sarif')).out;
    const context = sarifContextOf(kernel, process.cwd());
    expect(sarif).toBe(reportSarif(document, { ...context, uri: 'toolscore.manifest.json', lines: new Map() }));
  });

  test('ends with what the content deserves', async () => {
    expect((await reported('baseline.json')).code).toBe(0);
    expect((await reported('bom.json')).code).toBe(0);
    expect((await reported('current.json')).code).toBe(1);
  });

  test('points SARIF at the lines of the manifest that ran', async () => {
    const { out: sarif, err: said } = await reported('current.json', {
      format: 'sarif',
      manifest: file('manifest.json'),
    });
    expect(said).toBe('');
    const uri = pathToFileURL(file('manifest.json')).href;
    const places = [...sarif.matchAll(/"uri": "(.*)"/g)].map(([, found]) => found);
    expect(places).toEqual([uri, uri]);
    expect([...sarif.matchAll(/"startLine": (\d+)/g)].map(([, line]) => line)).toEqual(['5', '10']);
  });

  test('gives no lines of another manifest, and says so', async () => {
    const { out: sarif, err: said } = await reported('baseline.json', {
      format: 'sarif',
      manifest: file('manifest.json'),
    });
    expect(sarif).not.toContain('startLine');
    expect(said).toMatch(/manifest\.json {2}is not the manifest of this report/);
    const missing = await reported('current.json', { format: 'sarif', manifest: file('nowhere.json') });
    expect(missing).toMatchObject({ code: 2, out: '' });
  });

  test('knows rules of the house when their plugin is named', async () => {
    expect(await reported('house.json')).toMatchObject({ code: 2, out: '' });
    expect(await reported('house.json', { plugin: [file('house-rule.yaml')] })).toMatchObject({ code: 1 });
  });

  test('says what is wrong with a document, with a file and with a flag', async () => {
    const broken = await reported('broken.json');
    expect(broken).toMatchObject({ code: 2, out: '' });
    expect(broken.err.split('\n').length).toBeGreaterThan(5);
    expect((await reported('nowhere.json')).err).toMatch(/nowhere\.json {2}does not exist\..*--format json/);
    expect((await reported('current.json', { format: 'markdwn' })).err).toContain('Did you mean "markdown"?');
    expect((await reported('current.json', { pricePerMtok: '-1' })).err).toContain('--price-per-mtok takes');
  });
});

describe('toolscore diff', () => {
  test('fails only when a gate was asked for', async () => {
    expect(await diffed('baseline.json', 'current.json')).toMatchObject({ code: 0, err: '' });
    const { code, out: text } = await diffed('baseline.json', 'current.json', { failOnRegression: true });
    expect(code).toBe(1);
    expect(text).toMatch(/^pages pagination REGRESSED pagination-invalid-entry\n[^]*\n2 regressed, 0 fixed,/);
    expect((await diffed('current.json', 'baseline.json', { failOnRegression: true, failOnChange: true })).code).toBe(
      0,
    );
  });

  test('reads one side from standard input, and writes JSON and Markdown', async () => {
    given(jsonText(CURRENT));
    const { out: json } = await diffed('baseline.json', '-', { format: 'json' });
    expect(JSON.parse(json)).toMatchObject({ schema: 'toolscore.probe-diff/v2', summary: { regressed: 2 } });
    given(jsonText(BASELINE));
    expect((await diffed('-', 'current.json', { format: 'markdown' })).out).toMatch(/^# Probe report: what moved\n/);
    expect((await diffed('-', '-')).code).toBe(2);
  });

  test('says what is wrong with both sides', async () => {
    const { code, err: said } = await diffed('broken.json', 'nowhere.json');
    expect(code).toBe(2);
    expect(said).toContain('broken.json');
    expect(said).toContain('nowhere.json');
  });
});

test.each(['report', 'diff'] as const)('toolscore schema %s prints the schema', async (name) => {
  const { code, out: text } = await run(() => printDocumentSchema(name));
  expect(code).toBe(0);
  expect(JSON.parse(text)).toMatchObject({ $id: `probe-${name}.schema.json` });
});
