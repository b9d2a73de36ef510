import { defineReporter } from '../core/index.js';

export default defineReporter({
  name: 'report-markdown',
  summary: 'Writes the scorecard as Markdown.',
  formats: ['md', 'markdown'],
  load: () => import('./report-markdown/scorecard.js'),
  async render(report) {
    const { renderMarkdown } = await import('./report-markdown/scorecard.js');
    return renderMarkdown(report);
  },
});
