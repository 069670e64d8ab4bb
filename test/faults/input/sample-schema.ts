import * as fc from 'fast-check';

/** As much of JSON Schema as the OpenAPI documents use. */
export interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  [member: string]: unknown;
}

const TEXT_LENGTH_MAX = 40;
const LOOKAHEAD = /\(\?[=!][^()]*\)/g;

/** Values that a schema allows, most of the time. */
export function sampleSchema(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(sampleSchema));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  return (SAMPLERS[type ?? 'string'] ?? sampleText)(schema);
}

const sampleNumber = ({ minimum = 0, maximum = 1_000_000 }: Schema) => fc.integer({ min: minimum, max: maximum });

const SAMPLERS: Record<string, (schema: Schema) => fc.Arbitrary<unknown>> = {
  object: sampleObject,
  array: ({ items = {}, minItems = 0 }) => fc.array(sampleSchema(items), { minLength: minItems, maxLength: 3 }),
  integer: sampleNumber,
  number: sampleNumber,
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  string: sampleText,
};

function sampleObject({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(([name, member]) => [name, sampleSchema(member)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: required });
}

function sampleText({ pattern, minLength = 0, maxLength = TEXT_LENGTH_MAX }: Schema): fc.Arbitrary<string> {
  const bounds = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, TEXT_LENGTH_MAX)) };
  const free = fc.string({ ...bounds, unit: 'grapheme' });
  // A pattern such as \S says little; a narrow one is followed.
  return pattern?.startsWith('^') ? fc.oneof(sampleMatching(pattern), free) : free;
}

/** fast-check makes no text for a lookahead, so that is only asked of the texts that match the rest. */
function sampleMatching(pattern: string): fc.Arbitrary<string> {
  const whole = new RegExp(pattern);
  return fc.stringMatching(new RegExp(pattern.replaceAll(LOOKAHEAD, ''))).filter((text) => whole.test(text));
}
