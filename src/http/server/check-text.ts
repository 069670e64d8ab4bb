import type { TSchema } from 'typebox';
import type { FieldError } from '../../domain/field-error.ts';

/** The escapes that can put U+0000 or a lone surrogate into a string. A body without them needs no further check. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i;

/**
 * Finds strings that PostgreSQL cannot store, in the members that the schema names. Other members are stored as part of
 * the body's text.
 */
export function checkText(schema: TSchema, value: unknown, text: string): FieldError[] {
  return SUSPECT.test(text) ? findUnstorable(schema, value, '#') : [];
}

interface Node {
  properties?: Record<string, Node>;
  items?: Node;
  additionalProperties?: Node | boolean;
}

function findUnstorable(schema: Node, value: unknown, pointer: string): FieldError[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [unstorable(pointer)];
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.flatMap((entry, index) => findUnstorable(items, entry, `${pointer}/${index}`)) : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const open = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
    const known = schema.properties ?? {};
    const node = Object.hasOwn(known, name) ? known[name] : open;
    if (!node) return [];
    if (!isStorable(name)) return [unstorable(pointer)];
    return findUnstorable(node, member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  });
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000');

const unstorable = (pointer: string): FieldError => ({
  pointer,
  code: 'invalid_text',
  detail: 'Must be text without U+0000 and without lone surrogates.',
});
