import { definePlugin } from '../core/index.js';

/** `console` is the whole scorecard; `summary` is one line, for when the report goes to a file. */
export default definePlugin({
  name: 'report-console',
  summary: 'Shows the scorecard on a terminal.',
  formats: ['console', 'summary'],
  async warmUp({ formats }) {
    if (formats.includes('console')) await import('./report-console/scorecard.js');
    if (formats.includes('summary')) await import('./report-console/summary.js');
  },
  apply({ hooks }) {
    hooks.report.tapPromise('report-console', async ({ report, outputs, write, terminal }) => {
      for (const output of outputs) {
        if (output.format === 'console') {
          const { renderScorecard } = await import('./report-console/scorecard.js');
          await write(output, renderScorecard(report, terminal));
        } else if (output.format === 'summary') {
          const { renderSummary } = await import('./report-console/summary.js');
          await write(output, renderSummary(report, outputs, terminal));
        }
      }
    });
  },
});
