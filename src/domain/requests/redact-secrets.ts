/** A private key or a webhook secret, complete or not. */
const SECRET = /(fsk_|whsec_)[0-9A-Za-z_+/=-]*/g;

/** A character of a secret, escaped as in a URL or in JSON. A percent sign can itself be escaped. */
const ESCAPED = /%(?:25)*([2-7][0-9a-f])|\\u00([2-7][0-9a-f])/gi;

/** The text without anything that looks like a private key or a webhook secret, whether it is escaped or not. */
export function redactSecrets(text: string): string {
  const plain = text.includes('%') || text.includes('\\') ? unescapeCharacters(text) : text;
  if (!plain.includes('fsk_') && !plain.includes('whsec_')) return text;
  return plain.replaceAll(SECRET, '$1redacted');
}

const unescapeCharacters = (text: string): string =>
  text.replaceAll(ESCAPED, (_, inUrl: string | undefined, inJson: string | undefined) =>
    String.fromCharCode(Number.parseInt(inUrl ?? inJson ?? '', 16)),
  );
