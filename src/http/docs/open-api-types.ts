/** The part of an OpenAPI 3.1 document that the reference reads. Whatever else the document holds is ignored. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary?: string;
    readonly description?: string;
  };
  readonly servers?: readonly Server[];
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly security?: readonly SecurityRequirement[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components?: Components;
}

export interface Reference {
  readonly $ref: string;
}

interface Server {
  readonly url: string;
  readonly description?: string;
  readonly variables?: Readonly<Record<string, { readonly default: string }>>;
}

/** Names of security schemes that must all be met; an empty requirement means that none is needed. */
type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

interface Components {
  readonly schemas?: Readonly<Record<string, SchemaNode>>;
  readonly parameters?: Readonly<Record<string, Parameter | Reference>>;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly responses?: Readonly<Record<string, Response | Reference>>;
  readonly requestBodies?: Readonly<Record<string, RequestBody | Reference>>;
  readonly examples?: Readonly<Record<string, Example | Reference>>;
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme | Reference>>;
}

export interface SecurityScheme {
  readonly type: string;
  readonly description?: string;
  readonly scheme?: string;
  readonly name?: string;
  readonly in?: string;
}

export const methods = ['get', 'put', 'post', 'patch', 'delete', 'head', 'options'] as const;
export type Method = (typeof methods)[number];

type PathItem = { readonly [method in Method]?: Operation } & {
  readonly parameters?: readonly (Parameter | Reference)[];
};

export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly security?: readonly SecurityRequirement[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody | Reference;
  readonly responses?: Readonly<Record<string, Response | Reference>>;
  /** What the key must be allowed to do. */
  readonly 'x-scope'?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly description?: string;
  readonly schema?: SchemaNode;
  readonly example?: unknown;
}

interface RequestBody {
  readonly description?: string;
  readonly required?: boolean;
  readonly content: Readonly<Record<string, MediaType>>;
}

export interface Response {
  readonly description?: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
  /** The problems that this answer can carry; the first one is the one its example shows. */
  readonly 'x-error-codes'?: readonly string[];
}

export type Header = Omit<Parameter, 'name' | 'in'>;

export interface MediaType {
  readonly schema?: SchemaNode;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example | Reference>>;
}

interface Example {
  readonly summary?: string;
  readonly description?: string;
  readonly value?: unknown;
}

export type SchemaNode = Schema | boolean;

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly deprecated?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: SchemaNode;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: SchemaNode;
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
  /** What a value has to be, in words: shown in place of the limits that would say it in numbers and patterns. */
  readonly 'x-expected'?: string;
}
