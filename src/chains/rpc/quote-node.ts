import { decode, type Endpoint } from './endpoint.ts';

const QUOTE_LENGTH_MAX = 200;
/** More is not searched for secrets, and not shown either. */
const READ_LENGTH_MAX = 2_000;
/** Shorter parts of a URL are words, such as the version of an interface. */
const SECRET_LENGTH_MIN = 8;

/**
 * What a node says about an error, for people. Providers repeat the key of a customer or link to the account, and merchants
 * and payers read the text, too.
 */
export function quoteNode(text: string, endpoint: Pick<Endpoint, 'url' | 'authorization'>): string {
  const withoutUrls = text.slice(0, READ_LENGTH_MAX).replaceAll(/\bhttps?:\/\/\S+/gi, '…');
  const hidden = secretsOf(endpoint).reduce((quote, secret) => quote.replaceAll(secret, '…'), withoutUrls);
  return hidden
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, QUOTE_LENGTH_MAX);
}

/**
 * Whatever a URL has besides its host, as it is written and as it is meant. A password is never short enough to be shown.
 * The longest come first: one may be a part of another.
 */
function secretsOf({ url, authorization = '' }: Pick<Endpoint, 'url' | 'authorization'>): string[] {
  const { pathname, searchParams } = new URL(url);
  const credentials = authorization.replace('Basic ', '');
  const account = Buffer.from(credentials, 'base64').toString();
  const [user = ''] = account.split(':', 1);
  const password = account.slice(user.length + 1);
  const parts = [...pathname.split('/'), ...searchParams.values(), user, credentials]
    .filter((part) => part.length >= SECRET_LENGTH_MIN)
    .concat(password);
  const secrets = parts.flatMap((part) => [part, decode(part), encodeURIComponent(part)]);
  return [...new Set(secrets)].filter((secret) => secret !== '').sort((one, other) => other.length - one.length);
}
