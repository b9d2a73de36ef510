import { describe, expect, it } from 'vitest';
import { type Report, type ShownTarget, transcriptLines } from '../../core/index.js';
import { reproFiles } from '../../plugins/report-repro/files.js';
import { replayScript } from '../../plugins/report-repro/replay.js';
import { ReportBuilder } from './build-report.js';
import { HOSTILE } from './hostile-texts.js';
import { acting, elements } from './oracle.js';
import { sample } from './samples.js';

const TARGET: ShownTarget = { kind: 'stdio', command: ['node', 'server.js'], env: [], cwd: undefined };

/** A failed check whose tool, message, arguments and answers hold the text. */
function failing(text: string, finding: Partial<Parameters<ReportBuilder['effect']>[3]> = {}): Report {
  const report = new ReportBuilder()
    .server({ name: text, version: text, era: 'initialize', protocolVersion: text })
    .tool(text)
    .scenario('happy', text, { args: { [text]: text }, outcome: 'error', detail: text })
    .effect('probe-silent-noop', text, 'fail', { message: `${text} changed nothing`, basis: text, ...finding })
    .build({ probed: true });
  const verdicts = report.verdicts.map((verdict) => ({ ...verdict, evidence: report.calls.map(({ id }) => id) }));
  return { ...report, verdicts };
}
const pathsOf = (report: Report): readonly string[] => reproFiles(report, TARGET).map(({ path }) => path);

describe('the files of --repro', () => {
  it('say that nothing failed when nothing did', () => {
    expect(reproFiles(sample(), TARGET)).toEqual([
      { path: 'README.md', text: expect.stringContaining('None: no check of effects failed in this run.') },
    ]);
  });

  it('are a folder for each failure, warnings included, and for nothing else', () => {
    const report = new ReportBuilder()
      .tool('create_x')
      .tool('list_x')
      .scenario('happy', 'create_x', { outcome: 'error', detail: 'no' })
      .effect('probe-silent-noop', 'create_x', 'fail', { message: 'create_x changed nothing' })
      .effect('probe-silent-noop', 'list_x', 'fail', {
        message: 'too many',
        severity: 'warning',
        confidence: 'medium',
      })
      .effect('probe-silent-noop', 'create_x', 'pass')
      .build({ probed: true });
    expect(pathsOf(report)).toEqual([
      'README.md',
      '01-create_x-probe-silent-noop/README.md',
      '01-create_x-probe-silent-noop/requests.jsonl',
      '01-create_x-probe-silent-noop/replay.sh',
      '02-list_x-probe-silent-noop/README.md',
      '02-list_x-probe-silent-noop/requests.jsonl',
      '02-list_x-probe-silent-noop/replay.sh',
    ]);
  });

  it('stay in their folder whatever a tool is called', () => {
    for (const name of ['../../../etc/passwd', '..', '', 'a/b\\c', 'x'.repeat(500), '\u0000', ...HOSTILE]) {
      for (const path of pathsOf(failing(name)).slice(1)) {
        expect(path).toMatch(/^01-[A-Za-z0-9_-]{0,50}-probe-silent-noop\/[\w.]+$/);
      }
    }
  });

  it.each([
    ['initialize', 'into the header `Mcp-Session-Id` of the others'],
    ['stateless', 'in `Mcp-Name` the tool it calls'],
  ] as const)('say for a server over HTTP of the %s era which headers it wants, and have no script', (era, words) => {
    const report = failing('create_x');
    const target: ShownTarget = { kind: 'http', url: 'http://127.0.0.1:3000/mcp', headers: ['Authorization'] };
    const files = reproFiles({ ...report, server: { ...report.server, era } }, target);
    expect(files.map(({ path }) => path)).toEqual([
      'README.md',
      expect.stringMatching(/README\.md$/),
      expect.stringMatching(/requests\.jsonl$/),
    ]);
    const readme = files[1]?.text ?? '';
    for (const said of [words, 'http://127.0.0.1:3000/mcp', 'with the headers `Authorization`'])
      expect(readme).toContain(said);
  });

  it('leave out what never reached the server', () => {
    const report = failing('create_x');
    const calls = report.calls.map((call) => ({ ...call, outcome: 'refused' as const }));
    const lines = reproFiles({ ...report, calls }, TARGET).find(({ path }) => path.endsWith('.jsonl'))?.text ?? '';
    expect(lines).not.toContain('tools/call');
  });

  it.each(HOSTILE.map((text): [string, string] => [JSON.stringify(text.slice(0, 40)), text]))(
    'do nothing to a terminal or a renderer: %s',
    (_, text) => {
      const harmless = elementsOf(failing('words'));
      const files = reproFiles(failing(text), { ...TARGET, command: ['node', text], env: [text] });
      for (const { path, text: content } of files) {
        // The script holds the command as the user typed it.
        if (!path.endsWith('.sh')) expect(acting(content)).toEqual([]);
      }
      expect(elementsOf(failing(text))).toEqual(harmless);
    },
  );
});

/** What a renderer makes of the pages. The links to the folders differ, and are tested above. */
function elementsOf(report: Report): readonly string[] {
  const pages = reproFiles(report, TARGET).filter(({ path }) => path.endsWith('.md'));
  return elements(pages.map(({ text }) => text).join('\n\n')).map((tag) =>
    tag.replace(/href="01-[\w-]*-probe/, 'href="01-x-probe'),
  );
}

describe('the lines to send', () => {
  const calls = [{ method: 'tools/call', params: { name: 'x', arguments: { text: 'é\u202e\u001b\n' } } }];

  it('begin with the handshake where there is one', () => {
    const lines = transcriptLines({ era: 'initialize', protocolVersion: '2025-11-25' }, calls);
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } },
      { method: 'notifications/initialized' },
      { id: 2, ...calls[0] },
    ]);
  });

  it('carry the envelope where there is none', () => {
    const [line, ...others] = transcriptLines({ era: 'stateless', protocolVersion: '2026-07-28' }, calls);
    expect(others).toEqual([]);
    expect(JSON.parse(line ?? '')).toMatchObject({
      id: 1,
      params: { ...calls[0]?.params, _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
    });
    // The same text, in characters that act on nothing.
    expect(line).toMatch(/^[ -~]+$/);
  });
});

describe('the script', () => {
  it('quotes the command, goes where it ran, and asks for the variables', () => {
    const script = replayScript({
      kind: 'stdio',
      command: ['node', "it's; rm -rf x", '$HOME'],
      env: ['API_TOKEN', 'no name'],
      cwd: '/srv/my server',
    });
    expect(script).toContain(`\nnode 'it'"'"'s; rm -rf x' '$HOME' < "$pipes/in"`);
    expect(script).toContain(`\ncd '/srv/my server'\n`);
    expect(script).toContain('\n: "${API_TOKEN:?set it to what the server needs}"\nexport API_TOKEN\n');
    expect(script).not.toContain('no name');
  });
});
