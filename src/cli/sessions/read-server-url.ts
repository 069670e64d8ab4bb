import { UserError } from '../../domain/user-error.ts';

/** Where http is usual, because nothing leaves the machine. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/;

/** The base URL of a server, without a slash at its end. */
export function readServerUrl(text: string): string {
  const url = parse(text);
  if (url) return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  const full = `${LOOPBACK.test(text) ? 'http' : 'https'}://${text}`;
  // After another scheme, "https://" would make a URL whose host is that scheme.
  const lacksScheme = !text.includes('//') && parse(full) !== undefined;
  throw new UserError(
    lacksScheme
      ? `The URL of the server has no scheme. Add http:// or https://, for example ${full}.`
      : 'The URL of the server must look like https://pay.example.com.',
    'usage',
  );
}

function parse(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '' && url.hash === '';
  return isPlain ? url : undefined;
}
