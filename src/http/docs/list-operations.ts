import { type Method, methods, type OpenApiDocument, type Operation, type Response } from './open-api-types.ts';
import { slugify } from './slugify.ts';

/** An operation with its method and path. */
export interface OperationEntry {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly operation: Operation;
  readonly responses: readonly { readonly status: string; readonly response: Response }[];
}

export interface OperationGroup {
  readonly name: string;
  readonly description: string;
  readonly entries: readonly OperationEntry[];
}

function listEntries(document: OpenApiDocument): OperationEntry[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const responses = Object.entries(operation.responses).map(([status, response]) => ({ status, response }));
      return [{ id: slugify(operation.operationId), method, path, operation, responses }];
    }),
  );
}

/** Every operation, grouped by its first tag, in the order of the document's tags. */
export function listOperations(document: OpenApiDocument): readonly OperationGroup[] {
  const byTag = Map.groupBy(listEntries(document), ({ operation }) => operation.tags[0]);
  return document.tags.map(({ name, description }) => ({
    name,
    description,
    entries: byTag.get(name) ?? [],
  }));
}
