/** Every email address contains an `@`, so no other path can contain one. PostgreSQL has an index of these. */
export const MAYBE_ADDRESS = '@|%(25)*40';

/**
 * A regular expression, the same for JavaScript and PostgreSQL, that finds an email address in the path of a request, whatever
 * the case and however often each of its characters is escaped. Ask for it to ignore case.
 */
export const addressPattern = (email: string): string =>
  Array.from(email, (character) => {
    const cases = new Set([character, character.toLowerCase(), character.toUpperCase()]);
    return `(?:${[...cases].map(bytesOf).join('|')})`;
  }).join('');

/** Node reads a byte of a path that is not escaped as the character of this number. */
const bytesOf = (character: string): string =>
  Array.from(new TextEncoder().encode(character), (byte) => {
    const plain = String.fromCharCode(byte);
    const hex = byte.toString(16).padStart(2, '0');
    return `(?:${/[\w\u0080-\u00ff]/.test(plain) ? plain : `\\${plain}`}|%(?:25)*${hex})`;
  }).join('');
