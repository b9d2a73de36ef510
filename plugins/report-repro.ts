import { definePlugin } from '../core/index.js';

/** The path of the output is a folder: one folder for each failure goes into it, and a list of them. Spec: scorecard 2. */
export default definePlugin({
  name: 'report-repro',
  summary: 'Writes for each failed check of effects how to see the failure again.',
  formats: ['repro'],
  apply({ hooks }) {
    hooks.report.tapPromise('report-repro', async ({ report, target, outputs, write }) => {
      for (const output of outputs.filter(({ format }) => format === 'repro')) {
        const { reproFiles } = await import('./report-repro/files.js');
        for (const { path, text } of reproFiles(report, target)) {
          await write({ format: 'repro', path: `${output.path}/${path}` }, text);
        }
      }
    });
  },
});
