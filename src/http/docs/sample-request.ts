import type { OperationEntry } from './list-operations.ts';
import type { OpenApiDocument, Operation, Parameter, SecurityScheme } from './open-api-types.ts';
import { sampleValue } from './sample-value.ts';

/** Text, an environment variable, or a UUID that is new for each request. */
export type Part = string | { readonly variable: string } | { readonly fresh: 'uuid' };

interface SampleHeader {
  readonly name: string;
  readonly value: readonly Part[];
}

/** A request that is not yet written in any language. */
export interface SampleRequest {
  readonly method: string;
  readonly url: readonly Part[];
  readonly headers: readonly SampleHeader[];
  /** Sent as JSON. */
  readonly body: unknown;
  /** How to read the body of a successful response. */
  readonly answer: 'json' | 'text';
}

/** The environment variable for a parameter: `public_key` is `PUBLIC_KEY`. */
export function variableFor(parameter: string): string {
  return parameter.toUpperCase();
}

/** The credentials that an operation needs, if any. */
export function schemeOf(document: OpenApiDocument, { security }: Operation): SecurityScheme | undefined {
  const [name = ''] = Object.keys(security[0] ?? {});
  return document.components.securitySchemes[name];
}

function pathParts(path: string): Part[] {
  return path.split(/(\{[^{}]+\})/).map((piece) => {
    const name = /^\{(.+)\}$/.exec(piece)?.[1];
    return name === undefined ? piece : { variable: variableFor(name) };
  });
}

function queryParts(parameters: readonly Parameter[]): Part[] {
  return parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .flatMap(({ name }, index) => [`${index === 0 ? '?' : '&'}${name}=`, { variable: variableFor(name) }]);
}

function parameterHeaders(document: OpenApiDocument, parameters: readonly Parameter[]): SampleHeader[] {
  return parameters.flatMap(({ in: place, name, required, schema }): SampleHeader[] => {
    if (place !== 'header') return [];
    // With a fixed key, the second sample that a reader tries would conflict with the first.
    if (name === 'Idempotency-Key') return [{ name, value: [{ fresh: 'uuid' }] }];
    return required ? [{ name, value: [String(sampleValue(document, schema))] }] : [];
  });
}

function answerOf({ responses }: OperationEntry): SampleRequest['answer'] {
  const success = responses.find(({ status }) => status.startsWith('2'));
  return Object.keys(success?.response.content ?? {}).includes('application/json') ? 'json' : 'text';
}

/** The request in an operation's samples, with its required parameters. */
export function sampleRequest(document: OpenApiDocument, entry: OperationEntry, body: unknown): SampleRequest {
  const { method, path, operation } = entry;
  const bearer = { name: 'Authorization', value: ['Bearer ', { variable: 'PRIVATE_KEY' }] };
  const server = document.servers[0]?.url ?? '';
  const url = [server, ...pathParts(path), ...queryParts(operation.parameters)];
  return {
    method: method.toUpperCase(),
    url: url.filter((part) => part !== ''),
    headers: [
      ...(schemeOf(document, operation)?.type === 'http' ? [bearer] : []),
      ...(body === undefined ? [] : [{ name: 'Content-Type', value: ['application/json'] }]),
      ...parameterHeaders(document, operation.parameters),
    ],
    body,
    answer: answerOf(entry),
  };
}
