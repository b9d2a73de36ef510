import { testRule } from '../../../core/testing.js';

testRule('invalid-schema', {
  observes: 'case.schema-guessability',
  pass: [
    { name: 'nothing stands in the way', data: { flaw: 'none' } },
    { name: 'an argument that is not given is another fault', data: { flaw: 'required argument is not given' } },
  ],
  fail: [
    {
      name: 'schema is no object',
      data: { flaw: 'schema is no object' },
      message: 'the input schema cannot be followed: schema is no object',
    },
    {
      name: 'type is not object',
      data: { flaw: 'type is not object' },
      message: 'the input schema cannot be followed: type is not object',
    },
    {
      name: 'properties is no object',
      data: { flaw: 'properties is no object' },
      message: 'the input schema cannot be followed: properties is no object',
    },
    {
      name: 'required is no list',
      data: { flaw: 'required is no list' },
      message: 'the input schema cannot be followed: required is no list',
    },
    {
      name: 'required name is no text',
      data: { flaw: 'required name is no text' },
      message: 'the input schema cannot be followed: required name is no text',
    },
    {
      name: 'required name is not declared',
      data: { flaw: 'required name is not declared' },
      message: 'the input schema cannot be followed: required name is not declared',
    },
  ],
  inconclusive: [{ name: 'nothing was seen', data: {}, missing: 'flaw' }],
});
