import type { Part, SampleRequest } from './sample-request.ts';

function printPart(part: Part): string {
  if (typeof part === 'string') return JSON.stringify(part).slice(1, -1).replace(/[{}]/g, '$&$&');
  return 'fresh' in part ? '{uuid.uuid4()}' : `{os.environ['${part.variable}']}`;
}

function printParts(parts: readonly Part[]): string {
  const [first] = parts;
  if (parts.every((part) => typeof part === 'string')) return JSON.stringify(parts.join(''));
  if (parts.length === 1 && typeof first === 'object' && 'fresh' in first) return 'str(uuid.uuid4())';
  if (parts.length === 1 && typeof first === 'object' && 'variable' in first) return `os.environ["${first.variable}"]`;
  return `f"${parts.map(printPart).join('')}"`;
}

/** A JSON value as a Python literal, its lines after the first one indented. */
function printLiteral(value: unknown, indent: string): string {
  const inner = `${indent}    `;
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((item) => `${inner}${printLiteral(item, inner)},\n`).join('')}${indent}]`;
  }
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  const lines = entries.map(([key, item]) => `${inner}${JSON.stringify(key)}: ${printLiteral(item, inner)},\n`);
  return `{\n${lines.join('')}${indent}}`;
}

function printBody(body: SampleRequest['body']): string[] {
  if (body === undefined) return [];
  const name = body.type === 'application/json' ? 'json' : 'data';
  return [`    ${name}=${printLiteral(body.value, '    ')},`];
}

function printImports(request: SampleRequest): string {
  const parts = [...request.url, ...request.headers.flatMap(({ value }) => value)];
  const modules = [
    ...(parts.some((part) => typeof part === 'object' && 'variable' in part) ? ['import os'] : []),
    ...(parts.some((part) => typeof part === 'object' && 'fresh' in part) ? ['import uuid'] : []),
  ];
  return [...modules, ...(modules.length === 0 ? [] : ['']), 'import requests', '', ''].join('\n');
}

/** The request for Python with the `requests` package. */
export function printPython(request: SampleRequest): string {
  const headers = request.headers
    // `json=` sets this one by itself.
    .filter(({ name, value }) => name !== 'Content-Type' || value[0] !== 'application/json')
    .map(({ name, value }) => `        ${JSON.stringify(name)}: ${printParts(value)},`);
  const lines = [
    `response = requests.${request.method.toLowerCase()}(`,
    `    ${printParts(request.url)},`,
    ...(headers.length === 0 ? [] : ['    headers={', ...headers, '    },']),
    ...printBody(request.body),
    ')',
    `answer = response.${request.answer === 'json' ? 'json()' : 'text'}`,
  ];
  return `${printImports(request)}${lines.join('\n')}`;
}
