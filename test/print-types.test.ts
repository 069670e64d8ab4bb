import { describe, expect, it } from 'vitest';
import type { OpenApiDocument, Schema } from '../src/http/docs/open-api-types.ts';
import { printSchema, printTypes } from '../tools/print-types.ts';

describe('a schema becomes a type:', () => {
  it.each<[Schema, string]>([
    [{ type: 'integer', minimum: 1, description: 'A count.' }, 'number'],
    [{ anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] }, 'string | null'],
    [{ anyOf: [{ const: 'a' }, { const: 'b' }] }, "'a' | 'b'"],
    [{ enum: ['test', 'live'] }, "'test' | 'live'"],
    [{ type: 'array', items: { $ref: '#/components/schemas/Item' } }, 'Item[]'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, "('a' | 'b')[]"],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'Record<string, string>'],
    [
      { type: 'object', properties: { a: { type: 'string' }, 'b-c': { type: 'boolean' } }, required: ['a'] },
      "{ a: string; 'b-c'?: boolean; }",
    ],
  ])('%j', (schema, type) => {
    expect(printSchema(schema)).toBe(type);
  });

  it.each<object>([
    { oneOf: [{ type: 'string' }] },
    { allOf: [] },
    { type: 'object', patternProperties: { '^x': { type: 'string' } } },
    { type: ['string', 'null'] },
    {},
  ])('not %j, whose meaning would be lost', (schema) => {
    expect(() => printSchema(schema)).toThrow(/not known/);
  });
});

const document = (type: string) =>
  ({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    components: { schemas: { Thing: { type } } },
    paths: {
      '/things/{id}': {
        get: {
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'page', in: 'query', schema: { type: 'string' } },
            { name: 'API-Version', in: 'header', schema: { type: 'string' } },
          ],
          responses: {
            200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
            404: { content: { 'application/problem+json': {} } },
          },
        },
        delete: { parameters: [], responses: { 204: {} } },
      },
    },
  }) as unknown as OpenApiDocument;

it('an operation has what its document says, and two documents must not contradict each other', () => {
  const text = printTypes([document('string'), document('string')]);
  expect(text).toContain('export type Thing = string;');
  expect(text).toContain(
    "'GET /things/{id}': { path: { id: string; }; query?: { page?: string | undefined; }; answer: Thing; };",
  );
  expect(text).toContain("'DELETE /things/{id}': { answer: undefined; };");
  expect(() => printTypes([document('string'), document('integer')])).toThrow('Two documents differ in what Thing is.');
});
