import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Reply } from '../support/client.ts';

interface ResponseDoc {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema?: object; example?: unknown; examples?: Record<string, { value: unknown }> }>;
  'x-error-codes'?: string[];
}

export interface OperationDoc {
  operationId: string;
  tags: string[];
  summary: string;
  security: Record<string, unknown>[];
  parameters: { name: string; in: string; required: boolean; schema: object; description: string }[];
  requestBody?: {
    required: boolean;
    content: Record<
      string,
      { schema: object; example?: string; examples?: Record<string, { summary: string; value: unknown }> }
    >;
  };
  responses: Record<string, ResponseDoc>;
}

export interface OpenApiDoc {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, OperationDoc>>;
  components: { securitySchemes: Record<string, unknown>; schemas: Record<string, object> };
}

/** A header that is only there on some occasion. */
const OCCASIONAL = new Set(['Idempotent-Replayed']);

/** The document that a server publishes, and what it says of an answer. */
export class DocumentedAnswers {
  readonly document: OpenApiDoc;
  /** `GET /healthz 200` and, for a problem, its code: everything that has been compared so far. */
  readonly seen = new Set<string>();
  // Compiling is what takes long. Hundreds of places in the document share a few dozen schemas, each used a few times.
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: OpenApiDoc) {
    this.document = document;
    // The package is CommonJS: its function is the member `default` of what an import gives.
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(document, 'document');
  }

  static async of(baseUrl: string): Promise<DocumentedAnswers> {
    const answer = await fetch(`${baseUrl}/openapi.json`);
    return new DocumentedAnswers((await answer.json()) as OpenApiDoc);
  }

  /** Everything in which the answer is not what the document says of this path, method and status. */
  complaints(method: string, path: string, reply: Reply): string[] {
    const name = `${method} ${path} ${reply.status}`;
    const response = this.document.paths[path]?.[method.toLowerCase()]?.responses[String(reply.status)];
    if (!response) return [`${name} is not documented: ${reply.text.slice(0, 300)}`];
    const type = (reply.headers.get('content-type') ?? '').split(';')[0] ?? '';
    if (!response.content && type === '' && reply.text === '') {
      this.seen.add(name);
      return missingHeaders(response, reply).map((header) => `${name} lacks the header ${header}`);
    }
    const content = response.content?.[type];
    if (!content) return [`${name} is not documented as ${type}`];
    const code = reply.json['code'];
    const codes = response['x-error-codes'];
    this.seen.add(codes ? `${name} ${String(code)}` : name);
    return [
      ...(codes && !codes.includes(String(code)) ? [`${name} does not list the code ${String(code)}`] : []),
      ...missingHeaders(response, reply).map((header) => `${name} lacks the header ${header}`),
      ...(content.schema ? this.#violations(method, path, reply, type).map((text) => `${name}: ${text}`) : []),
    ];
  }

  /** The error codes that the document lists for this path, method and status. */
  codesOf(method: string, path: string, status: number): string[] {
    return this.document.paths[path]?.[method.toLowerCase()]?.responses[String(status)]?.['x-error-codes'] ?? [];
  }

  #violations(method: string, path: string, reply: Reply, type: string): string[] {
    const steps = ['paths', path, method.toLowerCase(), 'responses', String(reply.status), 'content', type, 'schema'];
    const validate = this.schemaAt(steps);
    return validate(reply.json) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  }

  /** The check of a schema that stands somewhere in the document. */
  schemaAt(steps: readonly string[]): ValidateFunction {
    const found = steps.reduce<unknown>((place, step) => (place as Record<string, unknown>)[step], this.document);
    const schema = JSON.stringify(found);
    let validate = this.#compiled.get(schema);
    if (!validate) {
      const pointer = steps
        .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
        .join('/');
      validate = this.#ajv.compile({ $ref: `document#/${pointer}` });
      this.#compiled.set(schema, validate);
    }
    return validate;
  }
}

function missingHeaders(response: ResponseDoc, reply: Reply): string[] {
  const documented = Object.keys(response.headers ?? {}).filter((name) => !OCCASIONAL.has(name));
  return documented.filter((name) => !reply.headers.has(name));
}
