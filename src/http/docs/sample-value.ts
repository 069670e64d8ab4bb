import { typesOf } from './describe-type.ts';
import type { OpenApiDocument, Schema, SchemaNode } from './open-api-types.ts';
import { alternativesOf, resolveSchema } from './resolve-schema.ts';

const byFormat: ReadonlyMap<string, string> = new Map([
  ['email', 'ada@example.com'],
  ['uri', 'https://example.com/'],
  ['date-time', '2026-01-31T12:00:00Z'],
  ['date', '2026-01-31'],
  ['uuid', '0b9f3c1e-6f0f-4c53-9a43-2b8f6d1f7a10'],
]);

/** The value the schema's author gave, in the order in which it is likely to be a good example. */
function givenValue(schema: Schema): unknown {
  return schema.examples?.[0] ?? schema.example ?? schema.default ?? schema.const ?? schema.enum?.[0];
}

function sampleObject(document: OpenApiDocument, schema: Schema, trail: readonly string[]): Record<string, unknown> {
  const entries = Object.entries(schema.properties ?? {}).map(
    ([name, node]) => [name, sampleValue(document, node, trail)] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function sampleNumber(schema: Schema): number {
  const lowest = schema.minimum ?? (schema.exclusiveMinimum === undefined ? 1 : schema.exclusiveMinimum + 1);
  return Math.min(lowest, schema.maximum ?? lowest);
}

/** A value that shows the shape of a schema: its own example when it has one; undefined where it repeats itself. */
export function sampleValue(document: OpenApiDocument, node: SchemaNode, trail: readonly string[] = []): unknown {
  const resolved = resolveSchema(document, node, trail);
  const { schema } = resolved;
  const given = givenValue(schema);
  if (given !== undefined) return given;
  if (resolved.cyclic) return undefined;
  const [alternative] = alternativesOf(schema);
  if (alternative !== undefined) return sampleValue(document, alternative, resolved.trail);
  switch (typesOf(schema)[0] ?? 'any') {
    case 'object':
      return sampleObject(document, schema, resolved.trail);
    case 'array': {
      const item = schema.items === undefined ? undefined : sampleValue(document, schema.items, resolved.trail);
      return item === undefined ? [] : [item];
    }
    case 'integer':
    case 'number':
      return sampleNumber(schema);
    case 'boolean':
      return true;
    case 'string':
      return byFormat.get(schema.format ?? '') ?? '…';
    default:
      return null;
  }
}
