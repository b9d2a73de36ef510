import { describe, expect, it } from 'vitest';
import { whyNotSendable } from '../../../core/session/http/headers.js';
import { headerValue, isSessionId, messageHeaders } from '../../../core/session/http/message-headers.js';
import { marksOf, ParamMarks } from '../../../core/session/http/param-headers.js';

describe('a value in a header', () => {
  // The examples of the revision.
  it.each([
    ['us-west1', 'us-west1'],
    ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
    ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
    ['a\tb c', 'a\tb c'],
    ['', '=?base64??='],
  ])('%j is %j', (text, value) => expect(headerValue(text)).toBe(value));
});

describe('the headers of a message', () => {
  const meta = (version: unknown) => ({ _meta: { 'io.modelcontextprotocol/protocolVersion': version } });

  it('name the version of the handshake, once there is one', () => {
    expect(messageHeaders({ method: 'tools/list' }, undefined)).toEqual({});
    expect(messageHeaders({ method: 'tools/list' }, '2025-06-18')).toEqual({ 'MCP-Protocol-Version': '2025-06-18' });
    expect(messageHeaders(undefined, '2025-06-18')).toEqual({ 'MCP-Protocol-Version': '2025-06-18' });
    expect(messageHeaders({ method: 'tools/list' }, 'no\nversion')).toEqual({});
  });

  it.each([
    ['tools/call', { name: 'ä' }, { 'Mcp-Name': '=?base64?w6Q=?=' }],
    ['prompts/get', { name: 'p' }, { 'Mcp-Name': 'p' }],
    ['resources/read', { uri: 'x://1', name: 'no' }, { 'Mcp-Name': 'x://1' }],
    ['tools/list', { name: 'no' }, {}],
    ['tools/call', { name: 7 }, {}],
  ])('follow the version that a message names itself: %s %j', (method, params, more) => {
    expect(messageHeaders({ method, params: { ...params, ...meta('1999-01-01') } }, '2025-11-25')).toEqual({
      'MCP-Protocol-Version': '1999-01-01',
      'Mcp-Method': method,
      ...more,
    });
  });

  it('leave out what no header can say', () => {
    expect(messageHeaders({ method: 'a\nb', params: meta('x\ny') }, undefined)).toEqual({});
    expect(messageHeaders({ method: 'a', params: meta(7) }, undefined)).toEqual({});
  });

  it.each([
    ['a'.repeat(1024), true],
    ['!~', true],
    ['', false],
    ['a'.repeat(1025), false],
    ['a b', false],
    ['ä', false],
  ])('may send a session id back: %j %s', (id, expected) => expect(isSessionId(id)).toBe(expected));
});

describe('marked arguments', () => {
  const text = (header: unknown, more: object = {}) => ({ type: 'string', 'x-mcp-header': header, ...more });
  const learn = (properties: object, more: object = {}) => {
    const marks = new ParamMarks();
    marks.learn({ tools: [{ name: 't', inputSchema: { type: 'object', properties, ...more } }] });
    return (args: unknown) => marks.headersFor({ name: 't', arguments: args });
  };

  it('become headers, at any depth of properties', () => {
    const headers = learn({
      region: text('Region'),
      deep: {
        type: 'object',
        properties: {
          count: { type: 'integer', 'x-mcp-header': 'Count' },
          yes: { type: 'boolean', 'x-mcp-header': 'Yes' },
        },
      },
    });
    expect(headers({ region: 'ä', deep: { count: -7, yes: false } })).toEqual({
      'Mcp-Param-Region': '=?base64?w6Q=?=',
      'Mcp-Param-Count': '-7',
      'Mcp-Param-Yes': 'false',
    });
    expect(headers({ region: null, deep: 'no object' })).toEqual({});
    expect(headers({ region: ['list'], deep: { count: 2 ** 60, yes: {} } })).toEqual({});
    expect(headers(undefined)).toEqual({});
    // The server compares what was sent, wrong as it may be.
    expect(headers({ deep: { count: 'many' } })).toEqual({ 'Mcp-Param-Count': 'many' });
    expect(headers({ region: 'x'.repeat(8001) })).toEqual({});
  });

  it.each([
    ['no name', { a: text('') }],
    ['a name that is none', { a: text('Two words') }],
    ['no text as a name', { a: text(7) }],
    ['a list', { a: { type: 'array', items: text('A') } }],
    ['an object', { a: { type: 'object', 'x-mcp-header': 'A' } }],
    ['a number', { a: { type: 'number', 'x-mcp-header': 'A' } }],
    ['a branch', { a: { anyOf: [text('A')] } }],
  ])('are none with %s', (_, properties) => expect(learn(properties)({ a: 'x' })).toEqual({}));

  it('are nothing that a prototype has', () => {
    expect(learn({ toString: text('A'), __proto__: text('B') })({})).toEqual({});
  });

  it('are forgotten when the tool has no marks any more, and survive pages that are none', () => {
    const marks = new ParamMarks();
    marks.learn({ tools: [{ name: 't', inputSchema: { properties: { a: text('A') } } }, 'none', { name: 7 }] });
    for (const page of [undefined, 'text', { tools: 7 }]) marks.learn(page);
    expect(marks.headersFor({ name: 't', arguments: { a: 'x' } })).toEqual({ 'Mcp-Param-A': 'x' });
    expect(marks.headersFor({ name: 'other', arguments: { a: 'x' } })).toEqual({});
    marks.learn({ tools: [{ name: 't', inputSchema: {} }] });
    expect(marks.headersFor({ name: 't', arguments: { a: 'x' } })).toEqual({});
  });

  it('belong to a target, not to its address', () => {
    const target = { kind: 'http', url: 'http://127.0.0.1/' } as const;
    expect(marksOf(target)).toBe(marksOf(target));
    expect(marksOf({ ...target })).not.toBe(marksOf(target));
  });
});

it.each([
  ['X-Team', 'blue', undefined],
  ['authorization', 'Bearer x', undefined],
  ['', 'x', 'has a name that is none in HTTP'],
  ['X Y', 'x', 'has a name that is none in HTTP'],
  ['HOST', 'x', 'cannot be set: it is part of the protocol'],
  ['content-length', '7', 'cannot be set: it is part of the protocol'],
  ['X', 'a\nb', 'has a value with characters that HTTP does not allow'],
  ['X', '世', 'has a value with characters that HTTP does not allow'],
])('the header %j with %j: %s', (name, value, why) => expect(whyNotSendable(name, value)).toBe(why));
