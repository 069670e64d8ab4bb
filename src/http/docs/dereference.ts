import type { OpenApiDocument, Reference } from './open-api-types.ts';

/** What a pointer into this document (`#/components/…`) leads to; undefined when it leads nowhere. */
export function lookUp(document: OpenApiDocument, pointer: string): unknown {
  if (!pointer.startsWith('#/')) return undefined;
  let node: unknown = document;
  for (const step of pointer.slice(2).split('/')) {
    const key = safeDecode(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined;
    node = (node as Readonly<Record<string, unknown>>)[key];
  }
  return node;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isReference(node: object): node is Reference {
  return '$ref' in node && typeof node.$ref === 'string';
}

/** The object itself, or the one its `$ref` leads to; undefined when that leads nowhere or round in a circle. */
export function dereference<T extends object>(document: OpenApiDocument, node: T | Reference): T | undefined {
  const seen = new Set<string>();
  let current: T | Reference = node;
  while (isReference(current)) {
    if (seen.has(current.$ref)) return undefined;
    seen.add(current.$ref);
    const target = lookUp(document, current.$ref);
    if (typeof target !== 'object' || target === null) return undefined;
    current = target as T | Reference;
  }
  return current;
}
