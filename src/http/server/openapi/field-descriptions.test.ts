import { expect, it } from 'vitest';
import { publicDocument } from '../../docs/real-documents.test-fixture.ts';
import { routes } from '../../routes.ts';
import { buildOpenApi } from './build-openapi.ts';
import { buildSessionOpenApi } from './build-session-openapi.ts';

interface Schema {
  $ref?: string;
  const?: unknown;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

const BASE_URL = 'https://pay.example.com';

/** A reference leads to a schema with a title, a constant says what it is, and one description is enough for all choices. */
const isDescribed = (schema: Schema): boolean =>
  [schema.description, schema.$ref, schema.const].some((said) => said !== undefined) ||
  (schema.anyOf ?? []).some((choice) => choice.const === undefined && isDescribed(choice));

/**
 * The fields of a schema without a description. The `data` of a list is described by its route. An `allOf` only narrows what a
 * schema with a title describes.
 */
function listUndescribed({ properties = {}, items, anyOf = [] }: Schema, path: string): string[] {
  const fields = Object.entries(properties);
  const own = fields.filter(([name, field]) => name !== 'data' && !isDescribed(field));
  const parts = items ? [...anyOf, items] : anyOf;
  return [
    ...own.map(([name]) => `${path}/${name}`),
    ...fields.flatMap(([name, field]) => listUndescribed(field, `${path}/${name}`)),
    ...parts.flatMap((part) => listUndescribed(part, path)),
  ];
}

/** Every schema in a document, with the path to it. */
function listSchemas(value: unknown, path = ''): [string, Schema][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]): [string, Schema][] =>
    name === 'schema' || path === '/components/schemas'
      ? [[`${path}/${name}`, part as Schema]]
      : listSchemas(part, `${path}/${name}`),
  );
}

it('every named schema of the public API has a description', () => {
  const named = Object.entries(publicDocument.components.schemas);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(([, { description }]) => description === undefined).map(([name]) => name)).toEqual([]);
});

it.each([
  ['the public API', buildOpenApi(routes, BASE_URL)],
  ['the API of the dashboard', buildSessionOpenApi(routes, BASE_URL)],
])('every field of %s has a description', (_, document) => {
  const schemas = listSchemas(document);
  expect(schemas.length).toBeGreaterThan(20);
  expect(schemas.flatMap(([path, schema]) => listUndescribed(schema, path))).toEqual([]);
});
