import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.js';
import {
  anyShape,
  eitherOf,
  followPath,
  itemsOf,
  memberNames,
  neverNull,
  objectOf,
  shapeOf,
  shapeOfType,
  typesOf,
  valuesOf,
} from '../../core/rules/data-shape.js';
import { orderSchema } from './order.js';

function follow(schema: JsonObject, path: string): 'none' | 'maybe' | 'certain' {
  const found = followPath(shapeOf(schema), path.split('.'));
  return 'lostAt' in found ? 'none' : found.certain ? 'certain' : 'maybe';
}

describe('a path', () => {
  test.each<[string, ReturnType<typeof follow>]>([
    ['name', 'certain'],
    ['weight', 'maybe'],
    ['nmae', 'none'],
    ['toString', 'none'],
    ['customer.id', 'certain'],
    ['customer.address.city', 'certain'],
    ['customer.address.box', 'maybe'],
    ['customer.address.zip', 'none'],
    ['coupon.code', 'maybe'],
    ['extra.any.thing', 'maybe'],
    ['items.0.title', 'maybe'],
    ['items.first', 'none'],
    ['items.length', 'none'],
    ['name.length', 'none'],
  ])('%s of an order is there: %s', (path, expected) => {
    expect(follow(orderSchema, path)).toBe(expected);
  });

  test.each<[string, JsonObject, string, ReturnType<typeof follow>]>([
    ['a declared member of an open object', { type: 'object', properties: { a: {} } }, 'b', 'none'],
    ['additional members with a schema', { type: 'object', additionalProperties: { type: 'string' } }, 'b', 'maybe'],
    ['additional members of any kind', { properties: { a: {} }, additionalProperties: true }, 'b', 'maybe'],
    [
      'required beside a reference',
      { $ref: '#/$defs/x', required: ['a'], $defs: { x: { properties: { a: {} } } } },
      'a',
      'certain',
    ],
    ['required in one part of allOf', { allOf: [{ properties: { a: {} } }, { required: ['a'] }] }, 'a', 'certain'],
    [
      'one branch that may be null',
      { oneOf: [{ type: 'null' }, { properties: { a: {} }, required: ['a'] }] },
      'a',
      'maybe',
    ],
    ['a place that is always there', { type: 'array', minItems: 2, items: {} }, '1', 'certain'],
    ['a place behind it', { type: 'array', minItems: 2, items: {} }, '2', 'maybe'],
    ['a place of a tuple', { type: 'array', prefixItems: [{}], items: false }, '1', 'none'],
    ['a schema that says nothing', {}, 'a', 'maybe'],
    ['a schema that only describes', { description: 'Anything.' }, 'a.b', 'maybe'],
    ['a list of which nothing is said', { type: 'array' }, '0', 'maybe'],
    ['a member of a list', { type: 'array' }, 'a', 'none'],
    ['a text', { type: 'string' }, 'a', 'none'],
    ['a fixed value', { const: 1 }, 'a', 'none'],
    [
      'a part that declares beside one that does not',
      { allOf: [{ type: 'object' }, { properties: { a: {} } }] },
      'b',
      'none',
    ],
    [
      'a reference beside a requirement',
      { $ref: '#/$defs/x', required: ['a'], $defs: { x: { properties: { a: {} } } } },
      'b',
      'none',
    ],
    ['a branch that declares nothing', { anyOf: [{ type: 'object' }, { properties: { a: {} } }] }, 'b', 'maybe'],
    ['branches that all declare', { anyOf: [{ properties: { b: {} } }, { properties: { a: {} } }] }, 'c', 'none'],
    ['another document', { $ref: 'other.json' }, 'a', 'maybe'],
    ['a reference to nothing', { $ref: '#/$defs/none' }, 'a', 'maybe'],
    ['a reference to itself', { $ref: '#' }, 'a', 'maybe'],
  ])('%s', (_, schema, path, expected) => {
    expect(follow(schema, path)).toBe(expected);
  });
});

test('says how far a path leads, and what is there', () => {
  const found = followPath(shapeOf(orderSchema), ['customer', 'adress', 'city']);
  expect('lostAt' in found && [found.lostAt, memberNames(found.parent)]).toEqual([1, ['id', 'address']]);
});

describe('types and values', () => {
  const at = (path: string): Parameters<typeof typesOf>[0] => {
    const found = followPath(shapeOf(orderSchema), path.split('.'));
    if ('lostAt' in found) throw new Error(path);
    return found.shape;
  };

  test('are read from the schema', () => {
    expect([...(typesOf(at('refund')) ?? [])]).toEqual(['number', 'null']);
    expect([...(typesOf(neverNull(at('refund'))) ?? [])]).toEqual(['number']);
    expect([...(typesOf(at('state')) ?? [])]).toEqual(['string']);
    expect(valuesOf(at('state'))).toEqual(['open', 'shipped', 'closed']);
    expect([...(typesOf(itemsOf(at('items'))) ?? [])]).toEqual(['object']);
    expect(valuesOf(itemsOf(at('tags')))).toEqual(['new', 'gift']);
    expect(typesOf(at('extra.any'))).toBeUndefined();
    expect(valuesOf(at('name'))).toBeUndefined();
  });

  test('of several shapes are those of any', () => {
    const either = eitherOf([at('state'), shapeOfType('null')]);
    expect([...(typesOf(either) ?? [])]).toEqual(['string', 'null']);
    expect(typesOf(eitherOf([anyShape, shapeOfType('null')]))).toBeUndefined();
    expect(eitherOf([])).toBe(anyShape);
    expect(memberNames(objectOf(new Map([['current', at('items')]])))).toEqual(['current']);
  });

  test('references of two documents are not mixed up', () => {
    const other = shapeOf({ $ref: '#/$defs/item', $defs: { item: { type: 'string' } } });
    expect(typesOf(eitherOf([itemsOf(at('items')), other]))).toBeUndefined();
  });
});

test('a schema without end takes bounded time', () => {
  const branch = { $ref: '#/$defs/a' };
  const schema = {
    $ref: '#/$defs/a',
    $defs: { a: { anyOf: Array.from({ length: 50 }, () => ({ allOf: [branch, branch], properties: { x: branch } })) } },
  };
  expect(follow(schema, 'x.x.x')).toBe('maybe');
  expect(follow(schema, 'y')).not.toBe('certain');
  expect(typesOf(shapeOf(schema))).toBeUndefined();
  expect(valuesOf(shapeOf(schema))).toBeUndefined();
});
