import type { Part, SampleRequest } from './sample-request.ts';

function printPart(part: Part): string {
  if (typeof part === 'string') return JSON.stringify(part).slice(1, -1).replace(/[{}]/g, '$&$&');
  return 'fresh' in part ? '{uuid.uuid4()}' : `{os.environ['${part.variable}']}`;
}

function printParts(parts: readonly Part[]): string {
  const [first] = parts;
  if (parts.every((part) => typeof part === 'string')) return JSON.stringify(parts.join(''));
  if (parts.length === 1 && typeof first === 'object' && 'fresh' in first) return 'str(uuid.uuid4())';
  return `f"${parts.map(printPart).join('')}"`;
}

const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/** Python reads JSON as it is, except for these three words. */
function printBody(body: unknown): string[] {
  if (body === undefined) return [];
  const literal = JSON.stringify(body, null, 4).replace(
    /"(?:\\.|[^"\\])*"|true|false|null/g,
    (token) => words[token] ?? token,
  );
  return [`    json=${literal.replaceAll('\n', '\n    ')},`];
}

function printImports(parts: readonly Part[]): string {
  const modules = [
    ...(parts.some((part) => typeof part === 'object' && 'variable' in part) ? ['import os'] : []),
    ...(parts.some((part) => typeof part === 'object' && 'fresh' in part) ? ['import uuid'] : []),
  ];
  return [...modules, ...(modules.length === 0 ? [] : ['']), 'import requests', '', ''].join('\n');
}

/** The request for Python with the `requests` package. */
export function printPython({ method, url, headers, body, answer }: SampleRequest): string {
  const entries = headers
    // `json=` sets it.
    .filter(({ name }) => name !== 'Content-Type')
    .map(({ name, value }) => `        ${JSON.stringify(name)}: ${printParts(value)},`);
  const lines = [
    `response = requests.${method.toLowerCase()}(`,
    `    ${printParts(url)},`,
    ...(entries.length === 0 ? [] : ['    headers={', ...entries, '    },']),
    ...printBody(body),
    ')',
    `print(response.${answer === 'json' ? 'json()' : 'text'})`,
  ];
  return `${printImports([...url, ...headers.flatMap(({ value }) => value)])}${lines.join('\n')}`;
}
