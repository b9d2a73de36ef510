import { definePlugin } from '../core/index.js';

export default definePlugin({
  name: 'report-github',
  summary: 'Writes the findings as workflow commands, which GitHub shows as annotations.',
  formats: ['github'],
  async warmUp({ formats }) {
    if (formats.includes('github')) await import('./report-github/commands.js');
  },
  apply({ hooks }) {
    hooks.report.tapPromise('report-github', async ({ report, target, declaredIn, outputs, write }) => {
      const asked = outputs.filter(({ format }) => format === 'github');
      if (asked.length === 0) return;
      const [{ renderCommands }, { Places }] = await Promise.all([
        import('./report-github/commands.js'),
        import('./finding-place/places.js'),
      ]);
      const text = renderCommands(report, new Places({ target, declaredIn }, process.cwd()));
      for (const output of asked) await write(output, text);
    });
  },
});
