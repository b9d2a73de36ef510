import { testRule } from '../../../core/testing.js';

testRule('missing-required-argument', {
  observes: 'case.schema-guessability',
  pass: [
    { name: 'nothing stands in the way', data: { flaw: 'none' } },
    { name: 'a schema that contradicts itself is another fault', data: { flaw: 'required name is not declared' } },
  ],
  fail: [
    {
      name: 'a required name is not among the arguments',
      data: { flaw: 'required argument is not given' },
      message: 'the schema requires an argument that the case does not give',
    },
  ],
  inconclusive: [{ name: 'nothing was seen', data: {}, missing: 'flaw' }],
});
