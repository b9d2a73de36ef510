import { defineReporter } from '../core/index.js';

export default defineReporter({
  name: 'report-probe-config',
  summary: 'Drafts a probe config from what the tools of a server are called and declare.',
  formats: ['probe-config'],
  async render(report) {
    const { draftConfig } = await import('./report-probe-config/draft.js');
    return draftConfig(report);
  },
});
