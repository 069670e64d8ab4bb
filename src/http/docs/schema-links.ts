/** The schemas have a page that lists them, and each has its own. */
export const SCHEMAS_PATH = '/docs/schemas';

export const schemaAddress = (name: string): string => `${SCHEMAS_PATH}/${encodeURIComponent(name)}`;
