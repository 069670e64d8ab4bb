import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { Settings } from 'typebox/system';
import type { FieldError } from '../../domain/field-error.ts';
import { explainMinorUnits } from '../../domain/money/explain-minor-units.ts';
import { nearest } from '../../domain/nearest.ts';
import { once } from '../../domain/once.ts';
import { WHEN_EMPTY } from './when-empty.ts';

// Report all errors, not only the first eight. The library stops at this number, and says nothing about the rest.
const ERRORS_MAX = 1_000;
Settings.Set({ maxErrors: ERRORS_MAX });

/** Returns every error of a value: none only if it is valid. */
export type Check = (value: unknown) => FieldError[];

interface SchemaNode {
  type?: string;
  enum?: unknown[];
  anyOf?: SchemaNode[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, SchemaNode>;
  'x-expected'?: string;
  /** A text that has to be sent, but not filled in. */
  'x-may-be-empty'?: boolean;
  /** An amount: where the value has the code of its currency. */
  'x-currency'?: string;
  [WHEN_EMPTY]?: string;
  [member: string]: unknown;
}

interface SchemaError {
  keyword: string;
  schemaPath: string;
  instancePath: string;
  params: object;
}

const CODES: Record<string, string> = {
  required: 'required',
  type: 'invalid_type',
  maxLength: 'too_long',
  minLength: 'too_short',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  minItems: 'too_few',
  maxItems: 'too_many',
  maxProperties: 'too_many',
  pattern: 'invalid_format',
  additionalProperties: 'unknown_parameter',
};

/** How many unknown members of a body or a query are compared with those that exist. */
const EXPLAINED_MAX = 5;

/** Compiles a schema at its first use. Checking a valid value takes microseconds after that. */
export function compileCheck(schema: TSchema): Check {
  const compiled = once(() => Compile(schema));
  return (value) => {
    if (compiled().Check(value)) return [];
    const [, errors]: [boolean, SchemaError[]] = compiled().Errors(value);
    if (errors.length >= ERRORS_MAX) return TOO_MANY_ERRORS;
    const unions = errors.filter((error) => error.keyword === 'anyOf').map((error) => `${error.schemaPath}/anyOf/`);
    const own = errors.filter((error) => !isEcho(error) && !unions.some((union) => error.schemaPath.startsWith(union)));
    const found = onePerField(own.flatMap((error) => describe(schema as SchemaNode, error, value)));
    // Whatever is not valid has an error.
    return found.length > 0 ? found : WRONG;
  };
}

const TOO_MANY_ERRORS: FieldError[] = [{ pointer: '#', code: 'too_many', detail: 'Has too many errors to list them.' }];
const WRONG: FieldError[] = [{ pointer: '#', code: 'invalid_value', detail: 'Must be what the reference describes.' }];

/** The library reports an unknown member and an invalid member name twice. */
const isEcho = ({ keyword, schemaPath }: SchemaError) => keyword === 'boolean' || schemaPath.endsWith('/propertyNames');

function describe(schema: SchemaNode, error: SchemaError, value: unknown): FieldError[] {
  const code = CODES[error.keyword] ?? 'invalid_value';
  const node = nodeAt(schema, error.schemaPath);
  const names = namesIn(error.params);
  if (names.length > 0) {
    return names.map((name) => ({
      pointer: `#${error.instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      code,
      detail:
        error.keyword === 'required' ? requirement(name, node.properties?.[name]) : unknown(name, names, error, node),
    }));
  }
  const sent = at(value, error.instancePath);
  if (node[WHEN_EMPTY] !== undefined && typeof sent === 'string' && sent.trim() === '') {
    return [{ pointer: `#${error.instancePath}`, code, detail: node[WHEN_EMPTY] }];
  }
  const isLength = code === 'too_short' || code === 'too_long';
  const isText = isLength && node['x-expected'] === undefined;
  const wrongType = typeof sent === 'string' && isWithoutQuotes(node) ? ', not a string' : '';
  const detail = isText ? `Must have ${lengthOf(node)}.` : `Must be ${expectation(node)}${wrongType}.`;
  const meant = node['x-currency'] && explainMinorUnits(sent, at(value, node['x-currency']));
  return [{ pointer: `#${error.instancePath}`, code, detail: meant ? `${detail} ${meant}` : detail }];
}

/** The missing or unknown members that an error names. */
function namesIn(params: object): string[] {
  const { requiredProperties, additionalProperties } = params as Record<string, unknown>;
  const names = requiredProperties ?? additionalProperties;
  return Array.isArray(names) ? names.map(String) : [];
}

const requirement = (name: string, node: SchemaNode | undefined): string =>
  node?.['x-may-be-empty'] ? `"${name}" is required. It can be an empty string.` : `"${name}" is required.`;

/** What was probably meant is looked for only among few names at the top, so that no body makes the server busy. */
function unknown(name: string, names: readonly string[], { instancePath }: SchemaError, node: SchemaNode): string {
  const said = `"${name}" is unknown.`;
  if (instancePath !== '' || names.length > EXPLAINED_MAX) return said;
  const known = Object.keys(node.properties ?? {});
  const meant = known.find((other) => `${other}_id` === name) ?? nearest(name, known);
  return meant === undefined ? said : `${said} Did you mean \`${meant}\`?`;
}

/** A number in quotes looks right to anyone who reads only that a number is expected. */
const isWithoutQuotes = (node: SchemaNode): boolean =>
  node['x-expected'] === undefined && (node.type === 'integer' || node.type === 'number' || node.type === 'boolean');

function expectation(node: SchemaNode): string {
  if (node['x-expected'] !== undefined) return node['x-expected'];
  if (node.anyOf) return node.anyOf.map(expectation).join(' or ');
  if (node.const !== undefined) return JSON.stringify(node.const);
  switch (node.type ?? 'object') {
    case 'integer':
      return node.maximum === undefined
        ? 'a whole number'
        : `a whole number from ${count(node.minimum ?? 0)} to ${count(node.maximum)}`;
    case 'string':
      return node.maxLength === undefined ? 'a string' : `a string of ${lengthOf(node)}`;
    case 'array':
      return `a list of ${node.minItems ?? 0} to ${count(node.maxItems ?? 0)} entries`;
    case 'boolean':
      return 'true or false';
    default:
      return 'an object';
  }
}

/** How many characters a text can have. */
const lengthOf = ({ minLength = 0, maxLength = 0 }: SchemaNode): string =>
  minLength > 0 ? `${minLength} to ${count(maxLength)} characters` : `at most ${count(maxLength)} characters`;

const count = (value: number) => value.toLocaleString('en-US');

const nodeAt = (schema: SchemaNode, path: string): SchemaNode => (at(schema, path) ?? {}) as SchemaNode;

/** What a JSON pointer leads to. */
function at(value: unknown, path: string): unknown {
  let found = value;
  for (const step of path.split('/').slice(1)) {
    found = (found as Record<string, unknown> | null | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return found;
}

/** Reports a field once, even if it breaks several rules: the sentence describes all of them. */
export function onePerField(errors: FieldError[]): FieldError[] {
  const byPointer = new Map<string, FieldError>();
  for (const error of errors) {
    const key = error.pointer ?? `?${error.parameter}`;
    if (!byPointer.has(key)) byPointer.set(key, error);
  }
  return [...byPointer.values()];
}
