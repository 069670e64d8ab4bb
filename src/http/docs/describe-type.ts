import type { OpenApiDocument, Schema } from './open-api-types.ts';
import { type ResolvedSchema, resolveSchema } from './resolve-schema.ts';

/** An `enum` has no `type`. All our enums are strings. */
export function typeOf({ type, enum: values }: Schema): string {
  return type ?? (values ? 'string' : 'any');
}

function nameOfType(document: OpenApiDocument, schema: Schema): string {
  const { anyOf, items, format } = schema;
  if (anyOf) {
    const labels = anyOf.map((choice) => describeType(document, resolveSchema(document, choice)));
    return [...new Set(labels)].join(' or ');
  }
  if (items) return `array of ${describeType(document, resolveSchema(document, items))}s`;
  const type = typeOf(schema);
  return format === undefined ? type : `${type} (${format})`;
}

/** A schema's type in words: `integer`, `string (date-time)`, `array of objects`, `integer or string`. */
export function describeType(document: OpenApiDocument, { schema, nullable }: ResolvedSchema): string {
  const label = nameOfType(document, schema);
  return nullable ? `${label} or null` : label;
}
