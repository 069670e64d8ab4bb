import type { Part, SampleRequest } from './sample-request.ts';

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
  return `\`${parts.map(printPart).join('')}\``;
}

function printName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : printString(name);
}

/** The request with `fetch`, for Node.js. */
export function printJavascript({ method, url, headers, body, answer }: SampleRequest): string {
  const members = headers.map(({ name, value }) => `    ${printName(name)}: ${printParts(value)},`);
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(members.length === 0 ? [] : ['  headers: {', ...members, '  },']),
    ...(body === undefined
      ? []
      : [`  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),`]),
  ];
  const call = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  return `const response = await fetch(${printParts(url)}${call});\nconsole.log(await response.${answer}());`;
}
