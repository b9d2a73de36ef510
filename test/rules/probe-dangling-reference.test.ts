import { testRule } from '../../core/testing.js';
import type { ToolReference } from '../../schemas/observations.gen.js';

const reference = (seen: Partial<ToolReference>): ToolReference & { readonly [name: string]: unknown } => ({
  check: 'reference',
  tool: 'link_notes',
  id: '',
  arguments: ['from', 'to'],
  sent: 'from "tsp64c7f0-from" and to "tsp07be5c-to"',
  outcome: 'refused',
  way: '',
  readers: [],
  markers: ['tsp64c7f0-', 'tsp07be5c-'],
  summary: '',
  details: [{ step: 'write, references to nothing', outcome: 'refused', note: '' }],
  ...seen,
});

const start =
  'link_notes reported success for from "tsp64c7f0-from" and to "tsp07be5c-to", which names nothing that exists, and ';

testRule('probe-dangling-reference', {
  observes: 'tool.reference',
  pass: [
    { name: 'the call is refused', data: reference({}) },
    { name: 'the answer says that nothing was done', data: reference({ outcome: 'reported' }) },
    { name: 'the description allows it', data: reference({ outcome: 'allowed' }) },
    { name: 'the ends are made', data: reference({ outcome: 'created' }) },
  ],
  fail: [
    {
      name: 'a read tool shows it',
      data: reference({ outcome: 'stored', way: 'list_links shows it' }),
      message: `${start}list_links shows it`,
    },
    {
      name: 'it is dropped',
      data: reference({ outcome: 'dropped', way: 'dropped it: list_links shows one to records that exist only' }),
      message: `${start}dropped it: list_links shows one to records that exist only`,
    },
  ],
  inconclusive: [{ name: 'nothing was sent', data: { ...reference({}), sent: null }, missing: 'sent' }],
});
