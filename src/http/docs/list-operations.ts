import { dereference } from './dereference.ts';
import {
  type Method,
  methods,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Response,
} from './open-api-types.ts';
import { claimSlug } from './slugify.ts';

/** One operation with what the document keeps around it brought together. */
export interface OperationEntry {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly title: string;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
  readonly responses: readonly { readonly status: string; readonly response: Response }[];
}

export interface OperationGroup {
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly entries: readonly OperationEntry[];
}

const untagged = 'Other';

/** The operation's own parameters win over those of its path, by name and place. */
function listParameters(document: OpenApiDocument, path: string, operation: Operation): Parameter[] {
  const byKey = new Map<string, Parameter>();
  for (const node of [...(document.paths[path]?.parameters ?? []), ...(operation.parameters ?? [])]) {
    const parameter = dereference(document, node);
    if (parameter !== undefined) byKey.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return [...byKey.values()];
}

function listResponses(document: OpenApiDocument, operation: Operation) {
  return Object.entries(operation.responses ?? {}).map(([status, node]) => ({
    status,
    response: dereference(document, node) ?? {},
  }));
}

/** Every operation, grouped by its first tag, in the order of the document's tags and then of its paths. */
export function listOperations(document: OpenApiDocument, taken: Set<string>): readonly OperationGroup[] {
  const groups = new Map<string, OperationEntry[]>((document.tags ?? []).map(({ name }) => [name, []]));
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (operation === undefined) continue;
      const tag = operation.tags?.[0] ?? untagged;
      const entries = groups.get(tag) ?? [];
      groups.set(tag, entries);
      entries.push({
        id: claimSlug(operation.operationId ?? `${method} ${path}`, taken),
        method,
        path,
        title: operation.summary ?? `${method.toUpperCase()} ${path}`,
        operation,
        parameters: listParameters(document, path, operation),
        responses: listResponses(document, operation),
      });
    }
  }
  const descriptions = new Map((document.tags ?? []).map(({ name, description }) => [name, description]));
  return [...groups]
    .filter(([, entries]) => entries.length > 0)
    .map(([name, entries]) => ({
      id: claimSlug(`tag ${name}`, taken),
      name,
      description: descriptions.get(name),
      entries,
    }));
}
