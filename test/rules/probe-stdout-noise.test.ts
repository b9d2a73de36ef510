import { testRule } from '../../core/testing.js';

const head = { check: 'stdout', tool: '', id: '', markers: [], summary: '', details: [] };
const clean = { ...head, lines: '', sample: '' };

testRule('probe-stdout-noise', {
  observes: 'server.stdout',
  pass: [{ name: 'messages only', data: clean }],
  fail: [
    {
      name: 'a line at the start',
      data: { ...clean, lines: '1 line', sample: 'Starting...' },
      message: 'The server wrote to standard output what is no message, 1 line in all, such as "Starting..."',
    },
  ],
  inconclusive: [{ name: 'never counted', data: { ...head, sample: '' }, missing: 'lines' }],
});
