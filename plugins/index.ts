/** What ships. A plugin is its file and its line here. */

import { builtInPresets } from '../rules/rules.gen.js';
import agreements from './agreements.js';
import annotations from './annotations.js';
import hints from './annotations/hints.js';
import afterEdge from './answers/after-edge.js';
import answers from './answers/index.js';
import hearing from './answers/hearing.js';
import batches from './batches/index.js';
import bounds from './bounds.js';
import capEffectFailures from './cap-effect-failures.js';
import discovery from './discovery.js';
import dryRuns from './dry-runs/index.js';
import effectSeverity from './effect-severity.js';
import idempotent from './idempotent.js';
import judgeCode from './judge-code.js';
import judgeJsonLogic from './judge-json-logic.js';
import lint from './lint/index.js';
import listings from './listings.js';
import missingTargets from './missing-targets/index.js';
import overlap from './overlap/index.js';
import pages from './pages.js';
import promises from './promises/index.js';
import readGuards from './read-guards/index.js';
import references from './references/index.js';
import reportBadge from './report-badge.js';
import reportConsole from './report-console.js';
import reportGithub from './report-github.js';
import reportHtml from './report-html.js';
import reportJson from './report-json.js';
import reportJunit from './report-junit.js';
import reportLint from './report-lint.js';
import reportList from './report-list.js';
import reportMarkdown from './report-markdown.js';
import reportProbeConfig from './report-probe-config.js';
import reportRepro from './report-repro.js';
import reportSarif from './report-sarif.js';
import roundTrip from './round-trip/index.js';
import scenarios from './scenarios.js';
import scorecard from './scorecard.js';
import surface from './surface/index.js';
import takeover from './takeover/index.js';
import transportHttp from './transport-http.js';
import transportStdio from './transport-stdio.js';
import twoProcesses from './overlap/two-processes.js';
import updates from './updates/index.js';
import values from './values.js';

export const shipped = {
  plugins: [
    transportStdio,
    transportHttp,
    discovery,
    hearing,
    scenarios,
    lint,
    bounds,
    agreements,
    idempotent,
    roundTrip,
    batches,
    references,
    annotations,
    hints,
    pages,
    missingTargets,
    updates,
    takeover,
    promises,
    listings,
    dryRuns,
    readGuards,
    answers,
    afterEdge,
    surface,
    values,
    overlap,
    twoProcesses,
    judgeJsonLogic,
    judgeCode,
    effectSeverity,
    scorecard,
    capEffectFailures,
    reportConsole,
    reportHtml,
    reportJson,
    reportMarkdown,
    reportBadge,
    reportList,
    reportLint,
    reportSarif,
    reportJunit,
    reportGithub,
    reportRepro,
    reportProbeConfig,
  ],
  presets: builtInPresets,
  defaultPreset: 'recommended',
  defaultScorer: 'scorecard',
  // Scenarios call every tool; that is what a scorecard is, and the documentation of `mcp test` says so.
  mayWrite: ['scenarios'],
  scorers: new Map([['readiness', async () => (await import('./readiness/ordinary.js')).plugins]]),
  overview: async () => (await import('./overview/index.js')).overview,
  changes: async () => (await import('./changes/index.js')).changes,
  recording: async () => (await import('./recording/index.js')).recording,
  manifest: async () => (await import('./manifest.js')).shippedForManifests,
};
