import type { Part, SampleRequest } from './sample-request.ts';

/** Single quotes keep everything but a single quote, which is written as `'\''`. */
function quoteLiteral(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function printPart(part: Part): string {
  if (typeof part === 'string') return part.replace(/["$`\\]/g, '\\$&');
  return 'fresh' in part ? '$(uuidgen)' : `$${part.variable}`;
}

/** Double quotes if the shell has something to expand, else single quotes. */
function quote(parts: readonly Part[]): string {
  if (parts.every((part) => typeof part === 'string')) return quoteLiteral(parts.join(''));
  return `"${parts.map(printPart).join('')}"`;
}

/** The request as a curl command for a POSIX shell. */
export function printCurl({ method, url, headers, body }: SampleRequest): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(url)}`,
    ...headers.map(({ name, value }) => `-H ${quote([`${name}: `, ...value])}`),
    ...(body === undefined ? [] : [`-d ${quoteLiteral(JSON.stringify(body, null, 2).replaceAll('\n', '\n  '))}`]),
  ];
  return lines.join(' \\\n  ');
}
