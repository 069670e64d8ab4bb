import type { OpenApiDocument, Schema } from './open-api-types.ts';
import { alternativesOf, type ResolvedSchema, resolveSchema } from './resolve-schema.ts';

function guessType(schema: Schema): string {
  if (schema.properties || schema.additionalProperties || schema.patternProperties) return 'object';
  if (schema.items !== undefined) return 'array';
  const sample = schema.const ?? schema.enum?.[0];
  if (typeof sample === 'number') return Number.isInteger(sample) ? 'integer' : 'number';
  if (typeof sample === 'string' || typeof sample === 'boolean') return typeof sample;
  return 'any';
}

/** The JSON types a schema allows, without null. */
export function typesOf(schema: Schema): readonly string[] {
  if (schema.type === undefined) return [guessType(schema)];
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
  return types.length > 1 ? types.filter((type) => type !== 'null') : types;
}

function plural(label: string): string {
  return /^(?:string|integer|number|boolean|object|array)$/.test(label) ? `${label}s` : label;
}

function nameOfType(document: OpenApiDocument, { schema, trail, cyclic }: ResolvedSchema): string {
  if (cyclic) return 'object';
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) {
    const labels = alternatives.map((node) => describeType(document, resolveSchema(document, node, trail)));
    return [...new Set(labels)].join(' or ');
  }
  const labels = typesOf(schema).map((type) => {
    if (type === 'array' && schema.items !== undefined) {
      return `array of ${plural(describeType(document, resolveSchema(document, schema.items, trail)))}`;
    }
    return type === 'string' && schema.format !== undefined ? `string (${schema.format})` : type;
  });
  return labels.join(' or ');
}

/** A schema's type in a few words: `integer`, `string (email)`, `array of objects`, `integer or string`. */
export function describeType(document: OpenApiDocument, resolved: ResolvedSchema): string {
  const label = nameOfType(document, resolved);
  return resolved.nullable && label !== 'null' ? `${label} or null` : label;
}
