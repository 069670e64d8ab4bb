import { describe, expect, it } from 'vitest';
import { describeLimits } from './describe-limits.ts';
import { describeType } from './describe-type.ts';
import type { OpenApiDocument, Schema } from './open-api-types.ts';
import { resolveSchema } from './resolve-schema.ts';
import { sampleValue } from './sample-value.ts';

const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1', description: '' },
  servers: [],
  tags: [],
  paths: {},
  components: {
    securitySchemes: {},
    schemas: {
      Item: {
        type: 'object',
        properties: { id: { type: 'string' }, count: { type: 'integer', minimum: 3 }, sold: { type: 'boolean' } },
      },
      Status: { description: 'theirs', anyOf: [{ const: 'open' }, { const: 'paid' }] },
    },
  },
};
const item: Schema = { $ref: '#/components/schemas/Item' };
const typeOf = (schema: Schema) => describeType(document, resolveSchema(document, schema));
const limitsOf = (schema: Schema) => describeLimits(schema).map(({ text, codes = [] }) => [text, ...codes].join(' '));

describe('a type in words', () => {
  it.each<[string, Schema]>([
    ['integer', { type: 'integer' }],
    ['string (uri)', { type: 'string', format: 'uri' }],
    ['array of strings', { type: 'array', items: { type: 'string' } }],
    ['array of objects', { type: 'array', items: item }],
    ['integer or null', { anyOf: [{ type: 'integer' }, { type: 'null' }] }],
    ['integer or string', { anyOf: [{ type: 'integer' }, { type: 'string' }, { type: 'string', minLength: 2 }] }],
    ['string', { enum: ['a', 'b'] }],
    ['string', { anyOf: [{ const: 'a' }, { const: 'b' }] }],
    ['any', {}],
  ])('%s', (words, schema) => {
    expect(typeOf(schema)).toBe(words);
  });
});

describe('limits in words', () => {
  it.each<[string, Schema]>([
    ['1–100', { minimum: 1, maximum: 100 }],
    ['at least 1', { minimum: 1 }],
    ['up to 10,000', { maximum: 10_000 }],
    ['1–255 characters', { minLength: 1, maxLength: 255 }],
    ['1–100 items', { minItems: 1, maxItems: 100 }],
    ['matches ^a|b$', { pattern: '^a|b$' }],
    ['one of "a" 2', { enum: ['a', 2] }],
    ['always "a"', { const: 'a' }],
    ['default false', { default: false }],
    ['a rate such as 1', { 'x-expected': 'a rate such as 1', pattern: 'x', maxLength: 3 }],
  ])('%s', (words, schema) => {
    expect(limitsOf(schema)).toEqual([words]);
  });
});

describe('a reference', () => {
  it('is followed, also as a nullable choice, and keeps the name', () => {
    const status = { $ref: '#/components/schemas/Status' };
    expect(resolveSchema(document, status)).toMatchObject({ name: 'Status', nullable: false });
    const described: Schema = { description: 'ours', anyOf: [status, { type: 'null' }] };
    expect(resolveSchema(document, described)).toEqual({
      name: 'Status',
      nullable: true,
      schema: { description: 'ours', enum: ['open', 'paid'] },
    });
  });

  it('to a missing schema is an error', () => {
    expect(() => resolveSchema(document, { $ref: '#/components/schemas/Missing' })).toThrow('Missing');
  });
});

it('makes an example of a schema', () => {
  const sample = { id: '…', count: 3, sold: true };
  expect(sampleValue(document, { type: 'array', items: item })).toEqual([sample]);
  expect(sampleValue(document, { type: 'string', format: 'date-time' })).toBe('2026-01-31T12:00:00Z');
  expect(sampleValue(document, { anyOf: [item, { type: 'string' }] })).toEqual(sample);
  expect(sampleValue(document, { type: 'integer', minimum: 3, default: 5 })).toBe(5);
});
