import { describeLimits, type Limit, type PrintValue, printJson } from './describe-limits.ts';
import { describeType, typesOf } from './describe-type.ts';
import { type Html, html } from './html.ts';
import type { OpenApiDocument, Schema, SchemaNode } from './open-api-types.ts';
import { renderMarkdown } from './render-markdown.ts';
import { alternativesOf, type ResolvedSchema, resolveSchema } from './resolve-schema.ts';

interface Field {
  readonly name: string;
  readonly node: SchemaNode;
  readonly required: boolean;
  /** Names that a caller makes up, as in a map, are set apart from names that are to be sent as they stand. */
  readonly invented?: boolean;
}

const longestExample = 72;

/** Keeps the case, since `Item` and `item` are two schemas. */
export function schemaAnchor(name: string): string {
  return `schema-${name.replace(/[^\w.-]+/g, '-')}`;
}

/** A named schema is read by reference, so that one that holds itself is known to. */
export function schemaPointer(name: string): string {
  return `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

export function renderLimits(limits: readonly Limit[]): Html | undefined {
  if (limits.length === 0) return undefined;
  const items = limits.map(({ text, codes = [] }) => {
    const literals = codes.map((code) => html` <code>${code}</code>`);
    return html`<li>${text}${literals}</li>`;
  });
  return html`<ul class="limits">${items}</ul>`;
}

/** The type in words, with a link to the schema when it is one of the named ones. */
export function renderType(document: OpenApiDocument, resolved: ResolvedSchema): Html {
  const { name, schema } = resolved;
  const item = schema.items === undefined ? undefined : resolveSchema(document, schema.items, resolved.trail);
  const known = [name, item?.name].find((one) => one !== undefined && isNamed(document, one));
  const link = known === undefined ? undefined : html` <a href="#${schemaAnchor(known)}">${known}</a>`;
  return html`<span class="type">${describeType(document, resolved)}${link}</span>`;
}

/** Whether the page has a section for a schema of this name. */
function isNamed(document: OpenApiDocument, name: string): boolean {
  return Object.hasOwn(document.components?.schemas ?? {}, name);
}

function exampleLimits({ schema }: ResolvedSchema, print: PrintValue): Limit[] {
  const examples = schema.examples ?? (schema.example === undefined ? [] : [schema.example]);
  const codes = examples.map(print).filter((text) => text.length <= longestExample);
  return codes.length === 0 ? [] : [{ text: codes.length === 1 ? 'example' : 'examples', codes: codes.slice(0, 3) }];
}

function itemLimits(document: OpenApiDocument, { schema, trail }: ResolvedSchema, print: PrintValue): Limit[] {
  if (schema.items === undefined) return [];
  const item = resolveSchema(document, schema.items, trail);
  return describeLimits(item.schema, print).map(({ text, codes = [] }) => ({ text: `each ${text}`, codes }));
}

/** All that limits a value of this schema, its items and its examples included. */
export function limitsOf(
  document: OpenApiDocument,
  resolved: ResolvedSchema,
  print: PrintValue = printJson,
): readonly Limit[] {
  return [
    ...describeLimits(resolved.schema, print),
    ...itemLimits(document, resolved, print),
    ...exampleLimits(resolved, print),
  ];
}

function fieldsOf(schema: Schema): Field[] {
  const required = new Set(schema.required);
  const fields: Field[] = Object.entries(schema.properties ?? {}).map(([name, node]) => ({
    name,
    node,
    required: required.has(name),
  }));
  const maps = [...Object.values(schema.patternProperties ?? {}), schema.additionalProperties ?? false];
  for (const node of maps) {
    if (typeof node === 'object') fields.push({ name: 'any key', node, required: false, invented: true });
  }
  return fields;
}

function renderField(document: OpenApiDocument, field: Field, trail: readonly string[]): Html {
  const resolved = resolveSchema(document, field.node, trail);
  const { schema } = resolved;
  const name = field.invented
    ? html`<em class="field-name">${field.name}</em>`
    : html`<code class="field-name">${field.name}</code>`;
  return html`<li class="field">
<p class="field-head">${name} ${renderType(document, resolved)}${field.required && html` <span class="required">required</span>`}${schema.deprecated === true && html` <span class="deprecated">deprecated</span>`}</p>
${renderMarkdown(schema.description)}
${renderLimits(limitsOf(document, resolved))}
${renderNested(document, resolved, field.name)}
</li>`;
}

function renderAlternative(document: OpenApiDocument, node: SchemaNode, trail: readonly string[]): Html {
  const resolved = resolveSchema(document, node, trail);
  const { title, description } = resolved.schema;
  return html`<li class="field">
<p class="field-head">${title !== undefined && html`<strong>${title}</strong> `}${renderType(document, resolved)}</p>
${renderMarkdown(description)}
${renderLimits(limitsOf(document, resolved))}
${renderNested(document, resolved, title ?? 'this choice')}
</li>`;
}

/** The parts of an object, an array's items, or the alternatives, folded away under a line that tells what they are. */
function renderNested(document: OpenApiDocument, resolved: ResolvedSchema, owner: string): Html | undefined {
  const contents = renderContents(document, resolved);
  if (contents === undefined) return undefined;
  const { schema } = resolved;
  // Short choices between plain values are easier to read in the open.
  if (alternativesOf(schema).length > 0) return contents;
  const item = typesOf(schema).includes('array') && schema.items !== undefined;
  const inner = item ? resolveSchema(document, schema.items ?? {}, resolved.trail).schema : schema;
  const count = fieldsOf(inner).filter(({ invented }) => !invented).length;
  const what = count === 0 ? 'Values' : count === 1 ? '1 field' : `${count} fields`;
  return html`<details class="nested"><summary>${what} of ${item && 'each item of '}<code>${owner}</code></summary>${contents}</details>`;
}

/** What a schema holds, as lists of fields; nothing for a plain value or one that would repeat itself. */
function renderContents(document: OpenApiDocument, resolved: ResolvedSchema): Html | undefined {
  const { schema, trail } = resolved;
  if (resolved.cyclic) return undefined;
  const alternatives = alternativesOf(schema);
  const fields = fieldsOf(schema);
  const list =
    fields.length > 0 && html`<ul class="fields">${fields.map((field) => renderField(document, field, trail))}</ul>`;
  if (alternatives.length > 0) {
    const choices = alternatives.map((node) => renderAlternative(document, node, trail));
    return html`${list}<p class="either">One of</p><ul class="fields choices">${choices}</ul>`;
  }
  if (list !== false) return list;
  if (schema.items === undefined) return undefined;
  return renderContents(document, resolveSchema(document, schema.items, trail));
}

/** A whole body: its description, its type unless it is a plain object, its limits, and its fields. */
export function renderSchema(document: OpenApiDocument, node: SchemaNode): Html {
  const resolved = resolveSchema(document, node);
  const contents = renderContents(document, resolved);
  const plain = contents !== undefined && resolved.name === undefined && typesOf(resolved.schema)[0] === 'object';
  const type = plain ? undefined : html`<p class="field-head">${renderType(document, resolved)}</p>`;
  const description = renderMarkdown(resolved.schema.description);
  return html`${type}${description}${renderLimits(limitsOf(document, resolved))}${contents}`;
}

/** The same below a heading with its name, which must not lead to itself. */
export function renderNamedSchema(document: OpenApiDocument, name: string): Html {
  const resolved = resolveSchema(document, { $ref: schemaPointer(name) });
  const contents = renderContents(document, resolved);
  const type = contents
    ? undefined
    : html`<p class="field-head">${renderType(document, { ...resolved, name: undefined })}</p>`;
  const description = renderMarkdown(resolved.schema.description);
  return html`${description}${type}${renderLimits(limitsOf(document, resolved))}${contents}`;
}
