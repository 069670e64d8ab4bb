import { lookUp } from './dereference.ts';
import type { OpenApiDocument, Schema, SchemaNode } from './open-api-types.ts';

export interface ResolvedSchema {
  readonly schema: Schema;
  /** The name under `components.schemas`, when the schema came from there. */
  readonly name: string | undefined;
  readonly nullable: boolean;
  /** The schema holds itself: it must not be followed further. */
  readonly cyclic: boolean;
  /** The references that were followed to get here, to be passed on when its parts are resolved. */
  readonly trail: readonly string[];
}

const deepestTrail = 12;

function followReferences(document: OpenApiDocument, node: Schema, start: readonly string[]) {
  let schema = node;
  const trail = [...start];
  let name: string | undefined;
  let cyclic = false;
  while (schema.$ref !== undefined) {
    const { $ref, ...siblings } = schema;
    name ??= /^#\/components\/schemas\/([^/]+)$/.exec($ref)?.[1];
    if (trail.includes($ref) || trail.length >= deepestTrail) {
      cyclic = true;
      schema = siblings;
      break;
    }
    trail.push($ref);
    const target = lookUp(document, $ref);
    schema = { ...(typeof target === 'object' && target !== null ? target : {}), ...siblings };
  }
  return { schema, trail, name, cyclic };
}

function mergeAllOf(document: OpenApiDocument, schema: Schema, trail: string[]): Schema {
  const { allOf = [], ...own } = schema;
  const parts: Schema[] = [];
  for (const part of allOf) {
    const resolved = resolveSchema(document, part, trail);
    trail.push(...resolved.trail.slice(trail.length));
    parts.push(resolved.schema);
  }
  const all = [...parts, own];
  const required = [...new Set(all.flatMap((part) => part.required ?? []))];
  const properties: Record<string, SchemaNode> = {};
  for (const part of all) Object.assign(properties, part.properties);
  const merged: Schema = Object.assign({}, ...all);
  return {
    ...merged,
    ...(required.length > 0 && { required }),
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}

const isNull = (node: SchemaNode) => typeof node === 'object' && (node.type === 'null' || node.const === null);
const isLiteral = (node: SchemaNode): node is Schema => typeof node === 'object' && 'const' in node;

/** A choice that only names fields is a condition on the object around it, not a shape of its own. */
const isCondition = (node: SchemaNode): node is Schema =>
  typeof node === 'object' && Object.keys(node).join() === 'required';

/** The choices of `anyOf` and `oneOf`, without a choice of null. */
export function alternativesOf(schema: Schema): readonly SchemaNode[] {
  return (schema.anyOf ?? schema.oneOf ?? []).filter((node) => !isNull(node) && !isCondition(node));
}

/** The fields of which an object needs at least one, or one set. */
export function conditionsOf(schema: Schema): readonly string[] {
  const conditions = (schema.anyOf ?? schema.oneOf ?? []).filter(isCondition);
  return conditions.map(({ required = [] }) => required.join(' + '));
}

/** Brings the many ways to write the same thing to one: literals become an enum, "X or null" a nullable X. */
function simplifyAlternatives(document: OpenApiDocument, schema: Schema, trail: readonly string[]) {
  const { anyOf, oneOf, ...own } = schema;
  const choices = anyOf ?? oneOf;
  if (choices === undefined) return undefined;
  const nullable = choices.some(isNull);
  const rest = choices.filter((node) => !isNull(node));
  const [only] = rest;
  if (rest.length === 1 && only !== undefined) {
    const inner = resolveSchema(document, only, trail);
    return { ...inner, schema: { ...inner.schema, ...own }, nullable: nullable || inner.nullable };
  }
  if (rest.length > 1 && rest.every(isLiteral)) {
    return { schema: { ...own, enum: rest.map((node) => node.const) }, nullable };
  }
  return { nullable };
}

/** Follows references, merges `allOf`, and simplifies `anyOf`/`oneOf`, as far as the trail allows. */
export function resolveSchema(
  document: OpenApiDocument,
  node: SchemaNode,
  trail: readonly string[] = [],
): ResolvedSchema {
  if (typeof node === 'boolean') return { schema: {}, name: undefined, nullable: false, cyclic: false, trail };
  const followed = followReferences(document, node, trail);
  const schema = followed.schema.allOf ? mergeAllOf(document, followed.schema, followed.trail) : followed.schema;
  const types = Array.isArray(schema.type) ? (schema.type as readonly string[]) : [];
  const whole = { ...followed, schema, nullable: types.includes('null') };
  const simpler = simplifyAlternatives(document, schema, followed.trail);
  if (simpler === undefined) return whole;
  const inner = 'name' in simpler ? simpler.name : undefined;
  return { ...whole, ...simpler, name: whole.name ?? inner };
}
