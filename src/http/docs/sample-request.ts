import type { OperationEntry } from './list-operations.ts';
import { listSchemes } from './list-schemes.ts';
import type { OpenApiDocument, Parameter } from './open-api-types.ts';
import { sampleValue } from './sample-value.ts';

/** A piece of text, an environment variable, or a UUID that is new at each call. */
export type Part = string | { readonly variable: string } | { readonly fresh: 'uuid' };

interface SampleHeader {
  readonly name: string;
  readonly value: readonly Part[];
}

export interface SampleBody {
  readonly type: string;
  readonly value: unknown;
}

/** A request in no language yet. */
export interface SampleRequest {
  readonly method: string;
  readonly url: readonly Part[];
  readonly headers: readonly SampleHeader[];
  readonly body: SampleBody | undefined;
  /** How the body of a good answer is to be read. */
  readonly answer: 'json' | 'text';
}

const privateKey = { variable: 'FLORIN_PRIVATE_KEY' };

/** The environment variable that stands for a path parameter: `public_key` is `FLORIN_PUBLIC_KEY`. */
export function variableFor(parameter: string): string {
  return `FLORIN_${parameter.replace(/\W+/g, '_').toUpperCase()}`;
}

/** The server's address; a document that does not know it leaves it to a variable. */
function serverParts(document: OpenApiDocument): Part[] {
  const server = document.servers?.[0];
  const url = (server?.url ?? '')
    .replace(/\{([^{}]+)\}/g, (whole, name: string) => server?.variables?.[name]?.default ?? whole)
    .replace(/\/$/, '');
  return /^https?:\/\//i.test(url) ? [url] : [{ variable: 'FLORIN_URL' }, url];
}

function pathParts(path: string): Part[] {
  return path.split(/(\{[^{}]+\})/).map((piece) => {
    const name = /^\{(.+)\}$/.exec(piece)?.[1];
    return name === undefined ? piece : { variable: variableFor(name) };
  });
}

/** An optional parameter is shown only when the parameter itself, not just its schema, has an example. */
function exampleOf(document: OpenApiDocument, parameter: Parameter): string | undefined {
  const required = parameter.required === true && parameter.schema !== undefined;
  const value = parameter.example ?? (required ? sampleValue(document, parameter.schema) : undefined);
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function queryParts(document: OpenApiDocument, entry: OperationEntry): string {
  const pairs = entry.parameters.flatMap((parameter) => {
    const value = parameter.in === 'query' ? exampleOf(document, parameter) : undefined;
    return value === undefined ? [] : [`${encodeURIComponent(parameter.name)}=${encodeURIComponent(value)}`];
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function securityHeaders(document: OpenApiDocument, entry: OperationEntry): SampleHeader[] {
  const [first] = listSchemes(document, entry.operation).requirements;
  return (first ?? []).flatMap(({ scheme }) => {
    if (scheme.type === 'apiKey' && scheme.in === 'header') return [{ name: scheme.name ?? '', value: [privateKey] }];
    if (scheme.type === 'apiKey') return [];
    const word = scheme.scheme?.toLowerCase() === 'basic' ? 'Basic ' : 'Bearer ';
    return [{ name: 'Authorization', value: [word, privateKey] }];
  });
}

function parameterHeaders(document: OpenApiDocument, entry: OperationEntry): SampleHeader[] {
  return entry.parameters.flatMap((parameter): SampleHeader[] => {
    if (parameter.in !== 'header') return [];
    // A fixed key would make the second sample that a reader tries a conflict with the first.
    if (parameter.name.toLowerCase() === 'idempotency-key') {
      return [{ name: parameter.name, value: [{ fresh: 'uuid' }] }];
    }
    const value = exampleOf(document, parameter);
    return value === undefined ? [] : [{ name: parameter.name, value: [value.replace(/[\r\n]+/g, ' ')] }];
  });
}

function answerOf(entry: OperationEntry): SampleRequest['answer'] {
  const good = entry.responses.find(({ status }) => status.startsWith('2'));
  if (good === undefined) return 'json';
  return Object.keys(good.response.content ?? {}).some((type) => type.includes('json')) ? 'json' : 'text';
}

/** The request that an operation's samples show, with the parameters that are required or have an example of their own. */
export function sampleRequest(
  document: OpenApiDocument,
  entry: OperationEntry,
  body: SampleBody | undefined,
): SampleRequest {
  const contentType = body === undefined ? [] : [{ name: 'Content-Type', value: [body.type] }];
  const url = [...serverParts(document), ...pathParts(entry.path), queryParts(document, entry)];
  return {
    method: entry.method.toUpperCase(),
    url: url.filter((part) => part !== ''),
    headers: [...securityHeaders(document, entry), ...contentType, ...parameterHeaders(document, entry)],
    body,
    answer: answerOf(entry),
  };
}
