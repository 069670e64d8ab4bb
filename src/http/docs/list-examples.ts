import type { MediaType, OpenApiDocument } from './open-api-types.ts';
import { sampleValue } from './sample-value.ts';

export interface NamedExample {
  readonly title: string;
  readonly value: unknown;
}

/** The examples of a body: the named ones, or its only one, or one made from its schema. */
export function listExamples(document: OpenApiDocument, media: MediaType): readonly NamedExample[] {
  if (media.examples) {
    return Object.entries(media.examples).map(([name, { summary, value }]) => ({ title: summary ?? name, value }));
  }
  const value = media.example ?? (media.schema && sampleValue(document, media.schema));
  return value === undefined ? [] : [{ title: 'Example', value }];
}
