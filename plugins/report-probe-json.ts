import { defineReporter, jsonText, probeReportOf } from '../core/index.js';

export default defineReporter({
  name: 'report-probe-json',
  summary: 'Writes the report of a manifest run as its JSON document.',
  formats: ['probe-json'],
  render: (report) => jsonText(probeReportOf(report)),
});
