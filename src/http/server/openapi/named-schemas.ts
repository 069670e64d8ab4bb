import type { Schema } from '../../docs/open-api-types.ts';

/**
 * The components of a document: a schema with a title stands there once, under its title, and everywhere else is a
 * reference to it.
 */
export class NamedSchemas {
  readonly schemas: Record<string, Schema> = {};

  /** The schema as it stands in the document: a reference where it has a title. */
  refer(schema: Schema): Schema {
    const { title, ...rest } = this.#within(schema);
    if (title === undefined) return rest;
    const known = this.schemas[title];
    if (known && JSON.stringify(known) !== JSON.stringify(rest)) throw new Error(`Two schemas are called ${title}.`);
    this.schemas[title] = rest;
    return { $ref: `#/components/schemas/${title}` };
  }

  #within(schema: Schema): Schema {
    const { properties, items, anyOf, additionalProperties } = schema;
    return {
      ...schema,
      ...(properties && {
        properties: Object.fromEntries(Object.entries(properties).map(([name, node]) => [name, this.refer(node)])),
      }),
      ...(items && { items: this.refer(items) }),
      ...(anyOf && { anyOf: anyOf.map((node) => this.refer(node)) }),
      ...(typeof additionalProperties === 'object' && { additionalProperties: this.refer(additionalProperties) }),
    };
  }
}
