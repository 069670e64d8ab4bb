/** The parts of OpenAPI 3.1 that our documents use. `buildDocument` writes them, and the reference reads them. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  /** The requests that the server sends, by the type of their event. */
  readonly webhooks?: Readonly<Record<string, { readonly post: Webhook }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  };
}

export type SecurityScheme =
  | { readonly type: 'http'; readonly scheme: 'bearer'; readonly description: string }
  | { readonly type: 'apiKey'; readonly in: 'cookie'; readonly name: string; readonly description: string };

export const methods = ['get', 'put', 'post', 'patch', 'delete'] as const;
export type Method = (typeof methods)[number];

type PathItem = { readonly [method in Method]?: Operation };

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  /** Empty for an open operation, else an object that names one security scheme, and an empty one if it is optional. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, Response>>;
  /** The scope that the key needs. */
  readonly 'x-scope'?: string;
}

/** A request that the server sends. All of them have the same headers, and expect the same responses. */
export interface Webhook {
  readonly operationId: string;
  /** What the event means. */
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly [];
  readonly parameters: readonly Parameter[];
  readonly requestBody: { readonly required: true; readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

export interface Header {
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
}

export interface Parameter extends Header {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly example?: string;
}

export interface Response {
  readonly description: string;
  readonly headers: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, MediaType>>;
  /** The errors that this response can carry. Its description has their titles, in the same order. */
  readonly 'x-error-codes'?: readonly string[];
}

export interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  /** The limits in words. Shown instead of numbers and patterns. */
  readonly 'x-expected'?: string;
}
