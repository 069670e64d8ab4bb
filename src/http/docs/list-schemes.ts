import { dereference } from './dereference.ts';
import type { OpenApiDocument, Operation, SecurityScheme } from './open-api-types.ts';

interface NamedScheme {
  readonly name: string;
  readonly scheme: SecurityScheme;
}

interface Schemes {
  /** Each is a set of schemes that suffices; an empty set means that the operation also answers without any. */
  readonly requirements: readonly (readonly NamedScheme[])[];
  readonly optional: boolean;
}

/** What an operation demands to be let in: its own `security`, else the document's. */
export function listSchemes(document: OpenApiDocument, operation: Operation): Schemes {
  const requirements = (operation.security ?? document.security ?? []).map((requirement) =>
    Object.keys(requirement).flatMap((name): NamedScheme[] => {
      const node = document.components?.securitySchemes?.[name];
      const scheme = node === undefined ? undefined : dereference(document, node);
      return scheme === undefined ? [] : [{ name, scheme }];
    }),
  );
  const needed = requirements.filter((schemes) => schemes.length > 0);
  return { requirements: needed, optional: needed.length < requirements.length };
}
