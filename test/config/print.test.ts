import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../../core/config/load.js';
import { printConfig } from '../../core/config/print.js';
import { contextFor, project } from '../load/folder.js';

async function printed(
  files: Readonly<Record<string, string>>,
  flags = [] as { flag: string; set: object }[],
): Promise<string> {
  const cwd = await project(files);
  const presets = new Map([['recommended', { 'a-missing': 'warning' }]]);
  return printConfig(await loadConfig({ ...contextFor(cwd), presets, defaultPreset: 'recommended', flags }), cwd);
}

it('shows every setting with where it came from', async () => {
  const text = await printed(
    {
      'toolscore.config.yaml': [
        'extends: ./team.yaml',
        'plugins: [./probes/login.js]',
        'rules:',
        '  b-missing: { severity: warn, options: { limit: 800 } }',
        'probes: { scenarios: { cases: 2, names: [a, b] } }',
        'scoring: { use: mean, weights: { a-missing: 8 }, floor: 1 }',
        'server: { command: node server.js, env: { TOKEN: s3cret } }',
        'args: { "*": { path: /srv } }',
        'reports: [{ format: json, path: out/r.json }]',
        'failUnder: B',
        'baseline: ./base.json',
      ].join('\n'),
      'team.yaml':
        'rules: { b-missing: { severity: error, options: { other: 1 } }, c-missing: off }\ntimeout: 5\nreadOnly: true',
    },
    [{ flag: '--timeout 7', set: { timeout: 7 } }],
  );
  expect(text).toBe(`# read from toolscore.config.yaml

plugins:
  - ./probes/login.js # toolscore.config.yaml:2:11
rules:
  a-missing: warning # toolscore:recommended
  b-missing:
    severity: warning # toolscore.config.yaml:4:14
    options:
      other: 1 # team.yaml:1:58
      limit: 800 # toolscore.config.yaml:4:50
  c-missing: off # team.yaml:1:76
probes:
  scenarios:
    cases: 2 # toolscore.config.yaml:5:24
    names:
      # toolscore.config.yaml:5:34
      - a
      - b
scoring:
  use: mean # toolscore.config.yaml:6:12
  weights:
    a-missing: 8 # toolscore.config.yaml:6:34
  floor: 1 # toolscore.config.yaml:6:50
server:
  command: node server.js # toolscore.config.yaml:7:1
  env:
    # toolscore.config.yaml:7:1
    TOKEN: (hidden)
args:
  "*":
    path: /srv # toolscore.config.yaml:8:16
timeout: 7 # --timeout 7
reports:
  - format: json # toolscore.config.yaml:9:11
    path: out/r.json
failUnder: B # toolscore.config.yaml:10:1
baseline: ./base.json # toolscore.config.yaml:11:1
readOnly: true # team.yaml:3:1
`);
  expect(parse(text)).toMatchObject({ rules: { 'b-missing': { options: { limit: 800 } } }, timeout: 7 });
});

it('says that there is no config', async () => {
  expect(await printed({})).toBe('# no config file\n\nrules:\n  a-missing: warning # toolscore:recommended\n');
});

it('lets no comment and no value break out of its line', async () => {
  const text = await printed({}, [
    { flag: '--x a\nallowWrites: true', set: { timeout: 1, scoring: { use: 'a\nallowWrites: true\u001b[31m' } } },
  ]);
  expect(Object.keys(parse(text) as object)).toEqual(['rules', 'scoring', 'timeout']);
  expect(text).not.toContain('\u001b');
});
