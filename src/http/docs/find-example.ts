import type { MediaType, OpenApiDocument, Schema } from './open-api-types.ts';
import { resolveSchema } from './resolve-schema.ts';

function listBodies({ paths, webhooks = {} }: OpenApiDocument): MediaType[] {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const responses = operations.flatMap((operation) => Object.values(operation.responses));
  const requests = Object.values(webhooks).map(({ post }) => post.requestBody);
  return [...responses, ...requests].flatMap(({ content = {} }) => Object.values(content));
}

/** Follows a value and its schema down to a part that has the name. */
function findPart(document: OpenApiDocument, node: Schema, value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const resolved = resolveSchema(document, node);
  if (resolved.name === name) return value;
  const { properties = {}, items } = resolved.schema;
  const parts = items
    ? Object.values(value).map((part) => [items, part] as const)
    : Object.entries(value).flatMap(([key, part]) => (properties[key] ? [[properties[key], part] as const] : []));
  for (const [schema, part] of parts) {
    const found = findPart(document, schema, part, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A value of a named schema from the examples of the responses, alone or within a larger object. */
export function findExample(document: OpenApiDocument, name: string): unknown {
  for (const { schema, example, examples = {} } of listBodies(document)) {
    if (!schema) continue;
    for (const value of [example, ...Object.values(examples).map((one) => one.value)]) {
      const found = findPart(document, schema, value, name);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
