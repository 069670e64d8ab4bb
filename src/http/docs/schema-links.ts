/** The schemas have a page that all others link to. */
export const SCHEMAS_PATH = '/docs/schemas';

/** Keeps the case, because `Item` and `item` are two schemas. */
export const schemaAnchor = (name: string): string => `schema-${name}`;

export const schemaAddress = (name: string): string => `${SCHEMAS_PATH}#${schemaAnchor(name)}`;
