#!/usr/bin/env node
// The step of action.yml that grades the server. It ends well whatever the grade is, and says in the output `exit-code`
// how toolscore ended, so that what it found is uploaded before the step behind it fails the job. Only what is wrong with
// the step itself fails here. Needs nothing but Node, because nothing is installed yet.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readInputs } from './inputs.mjs';
import { programOf } from './program.mjs';
import { addSummary, annotate, CHANNELS, printCommands, quoted, setOutputs } from './runner.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OLDEST_NODE = [20, 19];

function whyNotThisNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return [];
  const wanted = OLDEST_NODE.join('.');
  return [`toolscore needs Node ${wanted} or newer, found ${process.versions.node}. Add actions/setup-node before it.`];
}

/** The environment of the step without what speaks to the runner: a server must not set the grade that it gets. */
function serverEnvironment(env) {
  const ours = (name) => CHANNELS.includes(name) || /^INPUT_(MCP_|VERSION$)/.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ours(name)));
}

/** Copies the reports that somebody wants to keep. Returns where each kind lies now; empty text when there is none. */
function place(files, keep) {
  const places = {};
  for (const [kind, file] of Object.entries(files)) {
    const kept = keep[kind];
    places[kind] = existsSync(file) ? (kept ?? file) : '';
    if (kept === undefined || places[kind] === '') continue;
    mkdirSync(dirname(kept), { recursive: true });
    copyFileSync(file, kept);
  }
  return places;
}

function outputsOf(report, places, code) {
  return {
    'mcp-grade': report?.grade ?? '',
    'mcp-score': report?.score ?? '',
    'mcp-capped': report?.grade_cap.capped ?? '',
    'mcp-effect': report?.scores.effect_rate ?? '',
    'mcp-report': places.json,
    'mcp-sarif': places.sarif,
    'mcp-html': places.html,
    'mcp-badge': places.badge,
    'exit-code': code,
  };
}

function announce(report, code) {
  if (report === undefined) {
    annotate('error', 'No MCP grade', 'toolscore wrote no report; the log says why.');
    return;
  }
  const { server, grade, score, grade_cap: cap } = report;
  const percent = score === null ? 'no score' : `${Math.round(score * 100)} %`;
  const end = code === 0 ? '' : ' A gate failed; the log says which.';
  annotate(
    code === 0 ? 'notice' : 'error',
    `MCP grade ${grade ?? 'none'}${cap.capped ? ' (capped)' : ''}`,
    `${server.name} ${server.version}: ${percent}.${end}`,
  );
}

function gradeServer(env) {
  const temporary = mkdtempSync(join(env.RUNNER_TEMP || tmpdir(), 'toolscore-'));
  const { args, files, keep, version, annotations, problems } = readInputs(env, temporary);
  problems.push(...whyNotThisNode());
  for (const problem of problems) annotate('error', 'toolscore action', problem);
  if (problems.length > 0) return 1;

  const { status } = quoted(env, () => {
    const program = programOf({ root: ROOT, version, temporary });
    return spawnSync(process.execPath, [program, ...args], {
      env: serverEnvironment(env),
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  });
  const code = status ?? 1;
  const places = place(files, keep);
  const report = places.json === '' ? undefined : JSON.parse(readFileSync(files.json, 'utf8'));
  setOutputs(env, outputsOf(report, places, code));
  if (places.markdown !== '') addSummary(env, readFileSync(files.markdown, 'utf8'));
  if (annotations && places.github !== '') printCommands(files.github);
  announce(report, code);
  return 0;
}

try {
  process.exitCode = gradeServer(process.env);
} catch (error) {
  annotate('error', 'toolscore action', error.message);
  process.exitCode = 1;
}
