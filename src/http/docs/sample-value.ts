import { typeOf } from './describe-type.ts';
import type { OpenApiDocument, Schema } from './open-api-types.ts';
import { resolveSchema } from './resolve-schema.ts';

const byFormat: ReadonlyMap<string | undefined, string> = new Map([
  ['uri', 'https://example.com/'],
  ['date-time', '2026-01-31T12:00:00Z'],
]);

/** A value that shows the shape of a schema. */
export function sampleValue(document: OpenApiDocument, node: Schema): unknown {
  const { schema } = resolveSchema(document, node);
  const { properties = {}, items, anyOf, minimum = 1 } = schema;
  const given = schema.default ?? schema.const ?? schema.enum?.[0];
  if (given !== undefined) return given;
  if (anyOf?.[0]) return sampleValue(document, anyOf[0]);
  if (items) return [sampleValue(document, items)];
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, sampleValue(document, part)]));
    case 'integer':
    case 'number':
      return minimum;
    case 'boolean':
      return true;
    default:
      return byFormat.get(schema.format) ?? '…';
  }
}
