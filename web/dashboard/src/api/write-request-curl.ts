import type { LoggedRequestDetails } from './generated.ts';

type Part = Pick<LoggedRequestDetails, 'method' | 'path' | 'request_body'>;

/** Single quotes keep everything but a single quote, which is written as `'\''`. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Whether the log has only the beginning of a body. */
export const isCut = (body: string | null): boolean => body?.endsWith('…') ?? false;

/** A shell command that sends the request again. The private key is a variable; the body is there only if it was logged. */
export function writeRequestCurl(baseUrl: string, { method, path, request_body: body }: Part): string {
  const url = `${baseUrl.replace(/\/$/, '')}${path}`;
  const options = [
    ...(method === 'HEAD' ? ['-I'] : method === 'GET' ? [] : [`-X ${method}`]),
    // Otherwise curl expands brackets and braces.
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
  ];
  const type = body !== null && /^\s*[[{]/.test(body) ? 'application/json' : 'text/csv';
  return [
    ['curl', ...options, quote(url)].join(' '),
    '-H "Authorization: Bearer $PRIVATE_KEY"',
    ...(body === null ? [] : [`-H 'Content-Type: ${type}'`, isCut(body) ? '-d @body' : `--data-raw ${quote(body)}`]),
  ].join(' \\\n  ');
}
