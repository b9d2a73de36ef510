import { testRule } from '../../../core/testing.js';

testRule('output-schema-declared-but-missing', {
  observes: 'case.output-schema',
  pass: [
    { name: 'as promised', data: { structured: true, complete: true, conformance: 'conforms' } },
    { name: 'a field is absent', data: { structured: true, complete: false, conformance: null } },
    { name: 'a wrong type', data: { structured: true, complete: true, conformance: 'differs' } },
    { name: 'a schema that is none', data: { structured: true, complete: true, conformance: 'unusable' } },
  ],
  fail: [
    {
      name: 'no structured content',
      data: { structured: false, complete: false, conformance: null },
      message: 'the call did not end in a success with structuredContent, which the declared output schema promises',
    },
  ],
  inconclusive: [{ name: 'nothing known', data: {}, missing: 'structured' }],
});
