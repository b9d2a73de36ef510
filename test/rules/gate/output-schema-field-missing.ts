import { testRule } from '../../../core/testing.js';

testRule('output-schema-field-missing', {
  observes: 'case.output-schema',
  pass: [
    { name: 'as promised', data: { structured: true, complete: true, conformance: 'conforms' } },
    { name: 'no structured content', data: { structured: false, complete: false, conformance: null } },
    { name: 'a wrong type', data: { structured: true, complete: true, conformance: 'differs' } },
    { name: 'a schema that is none', data: { structured: true, complete: true, conformance: 'unusable' } },
  ],
  fail: [
    {
      name: 'a field is absent',
      data: { structured: true, complete: false, conformance: null },
      message: 'structuredContent lacks a field that the declared output schema requires',
    },
  ],
  inconclusive: [{ name: 'nothing known', data: {}, missing: 'structured' }],
});
