import {
  type MediaType,
  methods,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Schema,
} from '../src/http/docs/open-api-types.ts';

/** What a type cannot say, or need not: a document may hold it, and it is left out. */
const WITHOUT_TYPE =
  'title description default format contentEncoding pattern x-expected x-currency x-may-be-empty propertyNames maxProperties minLength maxLength minimum maximum minItems maxItems';
const WITH_TYPE = '$ref type const enum anyOf items properties required additionalProperties';
const KNOWN = new Set(`${WITHOUT_TYPE} ${WITH_TYPE}`.split(' '));

/** The documents as TypeScript: a type for each component, and one interface with all operations by method and path. */
export function printTypes(documents: readonly OpenApiDocument[]): string {
  const components = new Map<string, string>();
  const operations = new Map<string, string>();
  for (const document of documents) {
    for (const [name, schema] of Object.entries(document.components.schemas))
      add(components, name, printSchema(schema));
    for (const [path, item] of Object.entries(document.paths)) {
      for (const method of methods) {
        const operation = item[method];
        if (operation) add(operations, `${method.toUpperCase()} ${path}`, printOperation(operation));
      }
    }
  }
  const types = [...components].map(([name, type]) => `export type ${name} = ${type};`);
  const members = [...operations].map(([name, type]) => `${quote(name)}: ${type};`);
  return `${types.join('\n\n')}\n\nexport interface Operations {\n${members.join('\n')}\n}\n`;
}

function add(types: Map<string, string>, name: string, type: string): void {
  if ((types.get(name) ?? type) !== type) throw new Error(`Two documents differ in what ${name} is.`);
  types.set(name, type);
}

function printOperation(operation: Operation): string {
  const { parameters, requestBody: body } = operation;
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const types = answers.map(([, answer]) => printContent(answer.content));
  return printMembers([
    ...printParameters('path', parameters),
    ...printParameters('query', parameters),
    ...(body ? [{ name: 'body', optional: false, type: Object.values(body.content).map(printMedia).join(' | ') }] : []),
    { name: 'answer', optional: false, type: unite(types) },
  ]);
}

/** One member for all parameters of a place. It may be left out where each of them may be. */
function printParameters(place: 'path' | 'query', all: readonly Parameter[]): Member[] {
  const parameters = all.filter((parameter) => parameter.in === place);
  if (parameters.length === 0) return [];
  const members = parameters.map(({ name, required, schema }) => ({
    name,
    optional: required !== true,
    // A parameter that is undefined is not sent.
    type: `${printSchema(schema)}${required ? '' : ' | undefined'}`,
  }));
  return [{ name: place, optional: members.every(({ optional }) => optional), type: printMembers(members) }];
}

/** JSON where there is JSON; what else can be had is text; without content there is nothing. */
function printContent(content: Readonly<Record<string, MediaType>> | undefined): string {
  if (content === undefined) return 'undefined';
  const json = content['application/json'];
  return json ? printMedia(json) : 'string';
}

const printMedia = ({ schema }: MediaType) => (schema === undefined ? 'unknown' : printSchema(schema));

/** A schema as a type. What it holds beyond the parts that are known here is an error, so that nothing is lost unseen. */
export function printSchema(schema: Schema): string {
  const unknown = Object.keys(schema).filter((part) => !KNOWN.has(part));
  if (unknown.length > 0) throw new Error(`These parts of a schema are not known: ${unknown.join(', ')}.`);
  if (schema.$ref !== undefined) return schema.$ref.replace('#/components/schemas/', '');
  if (schema.anyOf) return unite(schema.anyOf.map(printSchema));
  if (schema.const !== undefined) return printLiteral(schema.const);
  if (schema.enum) return unite(schema.enum.map(printLiteral));
  const print = PRINTERS[String(schema.type)];
  if (!print) throw new Error(`A schema of type ${String(schema.type)} is not known.`);
  return print(schema);
}

const PRINTERS: Record<string, (schema: Schema) => string> = {
  string: () => 'string',
  boolean: () => 'boolean',
  null: () => 'null',
  integer: () => 'number',
  number: () => 'number',
  array: ({ items }) => printArray(items),
  object: printObject,
};

function printArray(items: Schema = {}): string {
  const type = printSchema(items);
  return /^\w+$/.test(type) ? `${type}[]` : `(${type})[]`;
}

function printObject({ properties, required = [], additionalProperties }: Schema): string {
  if (properties) {
    const members = Object.entries(properties).map(([name, schema]) => ({
      name,
      optional: !required.includes(name),
      type: printSchema(schema),
    }));
    return printMembers(members);
  }
  const values = typeof additionalProperties === 'object' ? printSchema(additionalProperties) : 'unknown';
  return `Record<string, ${values}>`;
}

interface Member {
  name: string;
  optional: boolean;
  type: string;
}

const printMembers = (members: Member[]) =>
  `{ ${members.map(({ name, optional, type }) => `${quote(name)}${optional ? '?' : ''}: ${type};`).join(' ')} }`;

/** A description apart, two choices of a union can be the same type. */
const unite = (types: string[]) => [...new Set(types)].join(' | ');

const printLiteral = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

const quote = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`);
