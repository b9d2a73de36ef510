import { defineReporter } from '../core/index.js';

export default defineReporter({
  name: 'report-list',
  summary: 'Lists the tools of a server.',
  formats: ['list'],
  async render(report, terminal) {
    const { renderList } = await import('./report-list/list.js');
    return renderList(report, terminal);
  },
});
