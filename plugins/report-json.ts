import { defineReporter, jsonText } from '../core/index.js';

export default defineReporter({
  name: 'report-json',
  summary: 'Writes the scorecard as JSON.',
  formats: ['json'],
  load: () => import('./report-json/document.js'),
  async render(report) {
    const { documentOf } = await import('./report-json/document.js');
    return jsonText(documentOf(report));
  },
});
