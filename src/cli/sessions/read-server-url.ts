import { UserError } from '../../domain/user-error.ts';

/** The base URL of a server, without a slash at its end. */
export function readServerUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new UserError('The URL of the server must look like https://pay.example.com.', 'usage');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
