import type { Part, SampleBody, SampleRequest } from './sample-request.ts';

function printString(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function printPart(part: Part): string {
  if (typeof part === 'string') return part.replace(/[`\\]|\$(?=\{)/g, '\\$&');
  return 'fresh' in part ? '${crypto.randomUUID()}' : `\${process.env.${part.variable}}`;
}

function printParts(parts: readonly Part[]): string {
  const [first] = parts;
  if (parts.every((part) => typeof part === 'string')) return printString(parts.join(''));
  if (parts.length === 1 && typeof first === 'object' && 'fresh' in first) return 'crypto.randomUUID()';
  if (parts.length === 1 && typeof first === 'object' && 'variable' in first) return `process.env.${first.variable}`;
  return `\`${parts.map(printPart).join('')}\``;
}

function printName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : printString(name);
}

function printBody({ type, value }: SampleBody): string {
  if (typeof value === 'string' && !type.includes('json')) return `  body: ${printString(value)},`;
  return `  body: JSON.stringify(${JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')}),`;
}

/** The request for Node.js or any other runtime that has `fetch`. */
export function printJavascript(request: SampleRequest): string {
  const headers = request.headers.map(({ name, value }) => `    ${printName(name)}: ${printParts(value)},`);
  const options = [
    ...(request.method === 'GET' ? [] : [`  method: '${request.method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(request.body === undefined ? [] : [printBody(request.body)]),
  ];
  const call = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  return [
    `const response = await fetch(${printParts(request.url)}${call});`,
    `const answer = await response.${request.answer}();`,
  ].join('\n');
}
