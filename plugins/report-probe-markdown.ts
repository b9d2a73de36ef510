import { defineReporter, probeReportOf, reportMarkdown } from '../core/index.js';

export default defineReporter({
  name: 'report-probe-markdown',
  summary: 'Writes the report of a manifest run as Markdown.',
  formats: ['probe-markdown'],
  options: { brief: false, pricePerMtok: null },
  render: (report, _, { brief, pricePerMtok }) =>
    reportMarkdown(probeReportOf(report), {
      brief: brief === true,
      pricePerMtok: typeof pricePerMtok === 'number' ? pricePerMtok : undefined,
    }),
});
