import { dereference } from './dereference.ts';
import type { MediaType, OpenApiDocument } from './open-api-types.ts';
import { sampleValue } from './sample-value.ts';

export interface NamedExample {
  readonly title: string;
  readonly description: string | undefined;
  readonly value: unknown;
}

/** The examples of a body: those it names, else its only one, else one made from its schema. */
export function listExamples(document: OpenApiDocument, media: MediaType): readonly NamedExample[] {
  const named = Object.entries(media.examples ?? {}).flatMap(([name, node]) => {
    const example = dereference(document, node);
    if (example?.value === undefined) return [];
    return [{ title: example.summary ?? name, description: example.description, value: example.value }];
  });
  if (named.length > 0) return named;
  const value = media.example ?? (media.schema === undefined ? undefined : sampleValue(document, media.schema));
  return value === undefined ? [] : [{ title: 'Example', description: undefined, value }];
}
