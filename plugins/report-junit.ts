import { defineReporter } from '../core/index.js';

export default defineReporter({
  name: 'report-junit',
  summary: 'Writes the checks as JUnit XML, for the test reports of CI systems.',
  formats: ['junit'],
  load: () => import('./report-junit/xml.js'),
  async render(report) {
    const { renderJunit } = await import('./report-junit/xml.js');
    return renderJunit(report);
  },
});
