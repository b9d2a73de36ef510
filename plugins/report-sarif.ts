import { definePlugin } from '../core/index.js';

export default definePlugin({
  name: 'report-sarif',
  summary: 'Writes the findings as SARIF 2.1.0, for code scanning.',
  formats: ['sarif'],
  async warmUp({ formats }) {
    if (formats.includes('sarif')) await import('./report-sarif/log.js');
  },
  apply({ hooks }) {
    hooks.report.tapPromise('report-sarif', async ({ report, target, declaredIn, outputs, write }) => {
      const asked = outputs.filter(({ format }) => format === 'sarif');
      if (asked.length === 0) return;
      const [{ renderSarif }, { Places }] = await Promise.all([
        import('./report-sarif/log.js'),
        import('./finding-place/places.js'),
      ]);
      const text = await renderSarif(report, new Places({ target, declaredIn }, process.cwd()));
      for (const output of asked) await write(output, text);
    });
  },
});
