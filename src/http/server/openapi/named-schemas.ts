import type { Schema } from '../../docs/open-api-types.ts';

/** The components of a document. A schema with a title becomes a component, and is referenced everywhere else. */
export class NamedSchemas {
  readonly schemas: Record<string, Schema> = {};

  /** A reference if the schema has a title, otherwise the schema. */
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
