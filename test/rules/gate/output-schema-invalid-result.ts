import { testRule } from '../../../core/testing.js';

testRule('output-schema-invalid-result', {
  observes: 'case.output-schema',
  pass: [
    { name: 'as promised', data: { structured: true, complete: true, conformance: 'conforms' } },
    { name: 'no structured content', data: { structured: false, complete: false, conformance: null } },
    { name: 'a field is absent', data: { structured: true, complete: false, conformance: null } },
  ],
  fail: [
    {
      name: 'a wrong type',
      data: { structured: true, complete: true, conformance: 'differs' },
      message: 'structuredContent breaks the declared output schema, or that schema is none that can be used',
    },
    {
      name: 'a schema that is none',
      data: { structured: true, complete: true, conformance: 'unusable' },
      message: 'structuredContent breaks the declared output schema, or that schema is none that can be used',
    },
  ],
  inconclusive: [{ name: 'nothing known', data: {}, missing: 'complete' }],
});
