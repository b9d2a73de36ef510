import { defineReporter } from '../core/index.js';

export default defineReporter({
  name: 'report-html',
  summary: 'Writes the scorecard as a page that needs no network and no script.',
  formats: ['html'],
  load: () => import('./report-html/page.js'),
  async render(report) {
    const { renderHtml } = await import('./report-html/page.js');
    return renderHtml(report);
  },
});
