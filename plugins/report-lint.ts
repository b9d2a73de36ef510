import { defineReporter } from '../core/index.js';

export default defineReporter({
  name: 'report-lint',
  summary: 'Lists what is wrong with the definitions of a server.',
  formats: ['lint'],
  async render(report, terminal) {
    const { renderLint } = await import('./report-lint/lint.js');
    return renderLint(report, terminal);
  },
});
