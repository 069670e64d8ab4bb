import type { OperationEntry } from './list-operations.ts';
import type { OpenApiDocument } from './open-api-types.ts';
import { sampleRequest, variableFor } from './sample-request.ts';

/** Placeholders, so that a copy of them does not replace the keys of the reader by others that look real. */
const KEYS: Readonly<Record<string, string>> = { PUBLIC_KEY: 'fpk_test_…', PRIVATE_KEY: 'fsk_test_…' };

const printExport = (name: string, value: string): string => `export ${name}='${value}'`;

/** The environment variables in the samples of all operations. */
export const KEY_EXPORTS = Object.entries(KEYS)
  .map(([name, value]) => printExport(name, value))
  .join('\n');

/** The environment variables in the samples of some operations, as commands that set them. */
export function printExports(document: OpenApiDocument, entries: readonly OperationEntry[]): string {
  const requests = entries.map((entry) => sampleRequest(document, entry, undefined));
  const parts = requests.flatMap(({ url, headers }) => [url, headers.flatMap(({ value }) => value)].flat());
  const names = parts.flatMap((part) => (typeof part === 'object' && 'variable' in part ? part.variable : []));
  const parameters = entries.flatMap(({ operation }) => operation.parameters);
  const examples = new Map(
    parameters.flatMap(({ name, example }) => (example === undefined ? [] : [[variableFor(name), example]])),
  );
  return [...new Set(names)].map((name) => printExport(name, KEYS[name] ?? examples.get(name) ?? '…')).join('\n');
}
