import { testRule } from '../../core/testing.js';

const reference = { owner: 'label_write', name: 'issue_write', exposed: true, suggestion: '', replacement: '' };

testRule('tool-reference-missing', {
  observes: 'text.tool-reference',
  pass: [{ name: 'listed', data: reference }],
  fail: [
    {
      name: 'not listed, one alike',
      data: {
        ...reference,
        name: 'update_issue',
        exposed: false,
        suggestion: 'issue_write',
        replacement: '"issue_write", the listed tool most like it',
      },
      message: 'The text sends the model to "update_issue", a tool this server does not list.',
      fix: 'Replace "update_issue" by "issue_write", the listed tool most like it, or list a tool of that name.',
    },
    {
      name: 'not listed, none alike',
      data: {
        ...reference,
        name: 'get_weather',
        exposed: false,
        replacement: 'the name of a tool that this server lists',
      },
      message: 'The text sends the model to "get_weather", a tool this server does not list.',
      fix: 'Replace "get_weather" by the name of a tool that this server lists, or list a tool of that name.',
    },
  ],
  inconclusive: [
    {
      name: 'never looked at',
      data: { owner: 'label_write', name: 'issue_write', suggestion: '', replacement: '' },
      missing: 'exposed',
    },
  ],
});
