import { defineReporter } from '../core/index.js';
import { badgeOf } from './report-badge/json-report.js';
import { badgeSvg } from './report-badge/svg.js';
import { faceOfReport } from './report-badge/face.js';

export default defineReporter({
  name: 'report-badge',
  summary: 'Draws the grade as a badge.',
  formats: ['badge'],
  fromJson: badgeOf,
  render: (report) => badgeSvg(faceOfReport(report)),
});
