import { describeLimits, type Limit, type PrintValue, printJson } from './describe-limits.ts';
import { describeType } from './describe-type.ts';
import { type Html, html } from './html.ts';
import type { OpenApiDocument, Schema } from './open-api-types.ts';
import { renderMarkdown } from './render-markdown.ts';
import { type ResolvedSchema, resolveSchema, schemaPointer } from './resolve-schema.ts';
import { schemaAddress } from './schema-links.ts';

export function renderLimits(limits: readonly Limit[]): Html | undefined {
  if (limits.length === 0) return undefined;
  const items = limits.map(({ text, codes = [] }) => {
    const literals = codes.map((code) => html` <code>${code}</code>`);
    return html`<li>${text}${literals}</li>`;
  });
  return html`<ul class="limits">${items}</ul>`;
}

function itemOf(document: OpenApiDocument, { schema }: ResolvedSchema): ResolvedSchema | undefined {
  return schema.items && resolveSchema(document, schema.items);
}

/** The name of the schema or of its items, which have a section on the page of schemas. */
const nameOf = (document: OpenApiDocument, resolved: ResolvedSchema): string | undefined =>
  resolved.name ?? itemOf(document, resolved)?.name;

/** The type in words, with a link if the schema or its items have a section on the page of schemas. */
export function renderType(document: OpenApiDocument, resolved: ResolvedSchema): Html {
  const name = nameOf(document, resolved);
  const link = name !== undefined && html` <a href="${schemaAddress(name)}">${name}</a>`;
  return html`<span class="type">${describeType(document, resolved)}${link}</span>`;
}

/** The limits of a value and of its items. */
export function limitsOf(
  document: OpenApiDocument,
  resolved: ResolvedSchema,
  print: PrintValue = printJson,
): readonly Limit[] {
  const item = itemOf(document, resolved);
  const ofItems = item ? describeLimits(item.schema, print) : [];
  return [
    ...describeLimits(resolved.schema, print),
    ...ofItems.map(({ text, codes = [] }) => ({ text: `each ${text}`, codes })),
  ];
}

function renderField(document: OpenApiDocument, name: string, node: Schema, required: boolean): Html {
  const resolved = resolveSchema(document, node);
  return html`<li>
<p class="field-head"><code class="field-name">${name}</code> ${renderType(document, resolved)}${required && html` <span class="required">required</span>`}</p>
${renderMarkdown(resolved.schema.description)}${renderLimits(limitsOf(document, resolved))}${renderNested(document, resolved, name)}
</li>`;
}

/** The values of a map, whose keys the caller chooses. */
function renderValues(document: OpenApiDocument, node: Schema): Html {
  const resolved = resolveSchema(document, node);
  return html`<li>
<p class="field-head"><em class="field-name">any key</em> ${renderType(document, resolved)}</p>
${renderLimits(limitsOf(document, resolved))}
</li>`;
}

function renderChoice(document: OpenApiDocument, node: Schema): Html {
  const resolved = resolveSchema(document, node);
  return html`<li>
<p class="field-head">${renderType(document, resolved)}</p>
${renderMarkdown(resolved.schema.description)}${renderLimits(limitsOf(document, resolved))}${renderNested(document, resolved, 'this choice')}
</li>`;
}

/**
 * The fields of an object or of an array's items, collapsed. Choices between plain values stay open. A named schema has a
 * section on the page, and its type links there.
 */
function renderNested(document: OpenApiDocument, resolved: ResolvedSchema, owner: string): Html | undefined {
  if (nameOf(document, resolved) !== undefined) return undefined;
  const contents = renderContents(document, resolved);
  if (contents === undefined || resolved.schema.anyOf) return contents;
  const item = itemOf(document, resolved);
  const what = (item ?? resolved).schema.properties ? 'Fields' : 'Values';
  return html`<details class="nested"><summary>${what} of ${item && 'each item of '}<code>${owner}</code></summary>${contents}</details>`;
}

/** What a schema contains, as a list of fields. Undefined for a plain value. */
function renderContents(document: OpenApiDocument, resolved: ResolvedSchema): Html | undefined {
  const { anyOf, items, properties, required = [], additionalProperties } = resolved.schema;
  if (anyOf) {
    const choices = anyOf.map((choice) => renderChoice(document, choice));
    return html`<p class="either">One of</p><ul class="fields choices">${choices}</ul>`;
  }
  if (items) return renderContents(document, resolveSchema(document, items));
  if (properties) {
    const fields = Object.entries(properties).map(([name, node]) =>
      renderField(document, name, node, required.includes(name)),
    );
    return html`<ul class="fields">${fields}</ul>`;
  }
  if (typeof additionalProperties !== 'object') return undefined;
  return html`<ul class="fields">${renderValues(document, additionalProperties)}</ul>`;
}

/** A whole body: its type unless it is a plain object, its description, its limits and its fields. */
export function renderSchema(document: OpenApiDocument, node: Schema): Html {
  const resolved = resolveSchema(document, node);
  const type = html`<p class="field-head">${renderType(document, resolved)}</p>`;
  if (resolved.name !== undefined) return type;
  const description = renderMarkdown(resolved.schema.description);
  return html`${!resolved.schema.properties && type}${description}${renderLimits(limitsOf(document, resolved))}${renderContents(document, resolved)}`;
}

/** A schema below the heading with its name. */
export function renderNamedSchema(document: OpenApiDocument, name: string): Html {
  const resolved = resolveSchema(document, { $ref: schemaPointer(name) });
  const description = renderMarkdown(resolved.schema.description);
  return html`${description}${renderLimits(limitsOf(document, resolved))}${renderContents(document, resolved)}`;
}
