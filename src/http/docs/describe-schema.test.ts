import { describe, expect, it } from 'vitest';
import { describeLimits } from './describe-limits.ts';
import { describeType } from './describe-type.ts';
import type { OpenApiDocument, Schema } from './open-api-types.ts';
import { resolveSchema } from './resolve-schema.ts';
import { sampleValue } from './sample-value.ts';

const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: {},
  components: {
    schemas: {
      Base: { type: 'object', required: ['id'], properties: { id: { type: 'string', examples: ['x_1'] } } },
      Tree: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
        },
      },
    },
  },
};
const typeOf = (schema: Schema) => describeType(document, resolveSchema(document, schema));
const limitsOf = (schema: Schema) => describeLimits(schema).map(({ text, codes = [] }) => [text, ...codes].join(' '));

describe('types in words', () => {
  it.each<[string, Schema]>([
    ['integer', { type: 'integer' }],
    ['string (email)', { type: 'string', format: 'email' }],
    ['array of strings', { type: 'array', items: { type: 'string' } }],
    ['array of objects', { items: { $ref: '#/components/schemas/Base' } }],
    ['string or null', { type: ['string', 'null'] }],
    ['integer or null', { anyOf: [{ type: 'integer' }, { type: 'null' }] }],
    ['integer or string', { oneOf: [{ type: 'integer' }, { type: 'string' }, { type: 'string', minLength: 2 }] }],
    ['string', { anyOf: [{ const: 'a' }, { const: 'b' }] }],
    ['object', { additionalProperties: { type: 'string' } }],
    ['any', {}],
  ])('%s', (words, schema) => {
    expect(typeOf(schema)).toBe(words);
  });
});

describe('limits in words', () => {
  it.each<[string, Schema]>([
    ['1–100', { minimum: 1, maximum: 100 }],
    ['at least 1', { minimum: 1 }],
    ['up to 0.5', { maximum: 0.5 }],
    ['more than 0', { exclusiveMinimum: 0 }],
    ['multiple of 0.01', { multipleOf: 0.01 }],
    ['1–255 characters', { minLength: 1, maxLength: 255 }],
    ['up to 255 characters', { minLength: 0, maxLength: 255 }],
    ['at least 1 character', { minLength: 1 }],
    ['exactly 3 characters', { minLength: 3, maxLength: 3 }],
    ['1–100 items', { minItems: 1, maxItems: 100 }],
    ['up to 50 keys', { maxProperties: 50 }],
    ['digits only', { pattern: '^[0-9]+$' }],
    ['digits only', { pattern: '^\\d+$' }],
    ['3 capital letters', { pattern: '^[A-Z]{3}$' }],
    ['1–18 digits', { pattern: '^[0-9]{1,18}$' }],
    ['matches ^a|b$', { pattern: '^a|b$' }],
    ['one of "a" 2', { enum: ['a', 2] }],
    ['always "a"', { const: 'a' }],
    ['default false', { default: false }],
    ['no duplicates', { uniqueItems: true }],
    ['needs one of a b + c', { anyOf: [{ required: ['a'] }, { required: ['b', 'c'] }] }],
    ['a rate such as 1', { 'x-expected': 'a rate such as 1', pattern: 'x', maxLength: 3 }],
  ])('%s', (words, schema) => {
    expect(limitsOf(schema)).toEqual([words]);
  });
});

describe('schemas that point elsewhere', () => {
  it('merges allOf, and keeps what stands beside a reference', () => {
    const { schema } = resolveSchema(document, {
      allOf: [{ $ref: '#/components/schemas/Base' }, { required: ['b'], properties: { b: { type: 'integer' } } }],
    });
    expect(schema.required).toEqual(['id', 'b']);
    expect(Object.keys(schema.properties ?? {})).toEqual(['id', 'b']);
    const described = resolveSchema(document, { $ref: '#/components/schemas/Base', description: 'mine' });
    expect(described).toMatchObject({ name: 'Base', schema: { description: 'mine', type: 'object' } });
  });

  it('makes an example, and stops where a schema holds itself', () => {
    expect(sampleValue(document, { $ref: '#/components/schemas/Base' })).toEqual({ id: 'x_1' });
    expect(sampleValue(document, { $ref: '#/components/schemas/Tree' })).toEqual({ name: '…', children: [] });
    expect(sampleValue(document, { type: 'number', exclusiveMinimum: 0, maximum: 5 })).toBe(1);
  });
});
