import { expect, it } from 'vitest';
import { INTENT_STATUSES } from '../../../domain/intents/intent-status.ts';
import { FLAGS, REVIEW_CAUSES } from '../../../domain/intents/review.ts';
import { INTENT_WARNINGS } from '../../../domain/intents/warning-meanings.ts';
import { WALLET_WARNINGS } from '../../../domain/wallets/warn-of-wallet.ts';
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

/** The descriptions in a part of a schema. */
const descriptionsIn = (schema: object | undefined): string =>
  Object.values(schema ?? {})
    .map((part: unknown) => (typeof part === 'object' && part !== null ? descriptionsIn(part) : String(part)))
    .join('\n');

it.each([
  ['PaymentIntent', 'status', Object.keys(INTENT_STATUSES)],
  ['PaymentIntent', 'review', REVIEW_CAUSES],
  ['PaymentIntent', 'flags', FLAGS],
  ['Payment', 'state', ['seen', 'confirmed', 'final', 'void']],
  ['Payment', 'void_reason', ['replaced', 'missing']],
  ['CheckoutState', 'review_cause', REVIEW_CAUSES],
  ['CheckoutState', 'flags', FLAGS],
  ['Warning', 'code', Object.keys({ ...INTENT_WARNINGS, ...WALLET_WARNINGS })],
])('%s.%s says what each value means', (name, field, values) => {
  const text = descriptionsIn(publicDocument.components.schemas[name]?.properties?.[field]);
  for (const value of values) expect(text).toMatch(new RegExp(`^- \`${value}\`: [A-Z\`].+\\.$`, 'm'));
});
