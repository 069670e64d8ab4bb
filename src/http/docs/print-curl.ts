import type { Part, SampleBody, SampleRequest } from './sample-request.ts';

/** Single quotes keep everything as it is, except a single quote: close, add an escaped one, open again. */
function quoteLiteral(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function printPart(part: Part, next: Part | undefined): string {
  if (typeof part === 'string') return part.replace(/["$`\\]/g, '\\$&');
  if ('fresh' in part) return '$(uuidgen)';
  return typeof next === 'string' && /^\w/.test(next) ? `\${${part.variable}}` : `$${part.variable}`;
}

/** In double quotes when the shell has something to expand, else in single ones. */
function quote(parts: readonly Part[]): string {
  if (parts.every((part) => typeof part === 'string')) return quoteLiteral(parts.join(''));
  return `"${parts.map((part, index) => printPart(part, parts[index + 1])).join('')}"`;
}

function printBody({ type, value }: SampleBody): string {
  if (typeof value === 'string' && !type.includes('json')) return `--data-raw ${quoteLiteral(value)}`;
  return `-d ${quoteLiteral(JSON.stringify(value, null, 2).replaceAll('\n', '\n  '))}`;
}

/** The request as a curl command over several lines, ready to be pasted into a POSIX shell. */
export function printCurl(request: SampleRequest): string {
  const method = request.method === 'GET' ? '' : `-X ${request.method} `;
  const lines = [
    `curl ${method}${quote(request.url)}`,
    ...request.headers.map(({ name, value }) => `-H ${quote([`${name}: `, ...value])}`),
    ...(request.body === undefined ? [] : [printBody(request.body)]),
  ];
  return lines.join(' \\\n  ');
}
