import { describe, expect, it } from 'vitest';
import { idOfHead, whatIs } from '../../core/session/message.js';

describe('what a frame is', () => {
  it.each([
    ['answer', { jsonrpc: '2.0', id: 1, result: {} }],
    ['answer', { id: 1, result: null }],
    ['answer', { id: 1, error: 'text' }],
    ['answer', { id: 1, method: 'x', result: {} }],
    ['answer', { result: {} }],
    ['answer', { jsonrpc: '2.0', id: 1 }],
    ['question', { id: 1, method: 'ping' }],
    ['question', { id: null, method: 'ping' }],
    ['notification', { method: 'notifications/x' }],
    ['other', { level: 'info', msg: 'hello' }],
    ['other', { method: 5 }],
    ['other', [{ id: 1, result: {} }]],
    ['other', null],
    ['other', 'text'],
  ])('%s: %j', (kind, json) => {
    expect(whatIs(json).kind).toBe(kind);
  });
});

describe('the start of a line that was dropped', () => {
  it.each([
    ['{"jsonrpc":"2.0","id":7,"result":{"content":"xxx', { id: 7 }],
    ['\uFEFF { "id" : "12" , "result":', { id: 12 }],
    ['{"result":{"id":7,"content":"xxx', 'unknown'],
    ['[{"jsonrpc":"2.0","id":7', 'unknown'],
    ['{"jsonrpc":"2.0","method":"notifications/message","params":{"id":7,', 'no answer'],
    ['{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage"', 'no answer'],
    ['progress ......... {"id":7,', 'no answer'],
    ['', 'no answer'],
  ])('%j', (head, said) => {
    expect(idOfHead(head)).toEqual(said);
  });
});
