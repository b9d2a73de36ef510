import { defineReporter, probeReportOf, reportSarif, sarifContextOf } from '../core/index.js';

export default defineReporter({
  name: 'report-probe-sarif',
  summary: 'Writes the cases that did not pass as SARIF 2.1.0, for code scanning.',
  formats: ['probe-sarif'],
  render: (report) => reportSarif(probeReportOf(report), sarifContextOf(report, process.cwd())),
});
