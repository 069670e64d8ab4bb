import type { OpenApiDocument, Schema } from './open-api-types.ts';

export interface ResolvedSchema {
  readonly schema: Schema;
  /** The name under `components.schemas`, for a schema that came from there. */
  readonly name: string | undefined;
  readonly nullable: boolean;
}

const prefix = '#/components/schemas/';

export function schemaPointer(name: string): string {
  return `${prefix}${name}`;
}

/** Follows a reference, and turns a choice of literals into an `enum` and "X or null" into a nullable X. */
export function resolveSchema(document: OpenApiDocument, node: Schema): ResolvedSchema {
  if (node.$ref !== undefined) {
    const name = node.$ref.slice(prefix.length);
    const target = document.components.schemas[name];
    if (target === undefined) throw new Error(`There is no schema at ${node.$ref}.`);
    return { ...resolveSchema(document, target), name };
  }
  if (node.anyOf === undefined) return { schema: node, name: undefined, nullable: false };
  const { anyOf, ...own } = node;
  const choices = anyOf.filter(({ type }) => type !== 'null');
  const nullable = choices.length < anyOf.length;
  const [only, ...others] = choices;
  if (only !== undefined && others.length === 0) {
    const inner = resolveSchema(document, only);
    return { ...inner, schema: { ...inner.schema, ...own }, nullable };
  }
  if (choices.every((choice) => 'const' in choice)) {
    return { schema: { ...own, enum: choices.map((choice) => choice.const) }, name: undefined, nullable };
  }
  return { schema: { ...own, anyOf: choices }, name: undefined, nullable };
}
