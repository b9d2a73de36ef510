import { defineReporter, probeReportOf, reportText } from '../core/index.js';

export default defineReporter({
  name: 'report-probe-text',
  summary: 'Writes the report of a manifest run as text, one line for each case.',
  formats: ['probe-text'],
  options: { brief: false, pricePerMtok: null },
  render: (report, _, { brief, pricePerMtok }) =>
    reportText(probeReportOf(report), {
      brief: brief === true,
      pricePerMtok: typeof pricePerMtok === 'number' ? pricePerMtok : undefined,
    }),
});
