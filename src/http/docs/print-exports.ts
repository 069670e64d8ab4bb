import type { OperationEntry } from './list-operations.ts';
import type { OpenApiDocument } from './open-api-types.ts';
import { sampleRequest, variableFor } from './sample-request.ts';

/** The environment variables in the samples of some operations, as commands that set them. */
export function printExports(document: OpenApiDocument, entries: readonly OperationEntry[]): string {
  const requests = entries.map((entry) => sampleRequest(document, entry, undefined));
  const parts = requests.flatMap(({ url, headers }) => [url, headers.flatMap(({ value }) => value)].flat());
  const names = parts.flatMap((part) => (typeof part === 'object' && 'variable' in part ? part.variable : []));
  const parameters = entries.flatMap(({ operation }) => operation.parameters);
  const examples = new Map(
    parameters.flatMap(({ name, example }) => (example === undefined ? [] : [[variableFor(name), example]])),
  );
  return [...new Set(names)].map((name) => `export ${name}='${examples.get(name) ?? '…'}'`).join('\n');
}
