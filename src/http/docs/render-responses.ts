import { dereference } from './dereference.ts';
import { renderErrorLink } from './error-links.ts';
import { type Html, html } from './html.ts';
import type { OperationEntry } from './list-operations.ts';
import type { OpenApiDocument, Response } from './open-api-types.ts';
import { renderSchema, renderType } from './render-fields.ts';
import { renderInlineMarkdown, renderMarkdown } from './render-markdown.ts';
import { renderParameter } from './render-parameters.ts';
import { renderStatus } from './render-status.ts';
import { resolveSchema } from './resolve-schema.ts';

function renderHeaders(document: OpenApiDocument, response: Response, told: Set<string>): Html[] {
  return Object.entries(response.headers ?? {}).flatMap(([name, node]) => {
    const header = dereference(document, node);
    if (header === undefined || told.has(name)) return [];
    told.add(name);
    return [renderParameter(document, name, header)];
  });
}

function renderBodies(document: OpenApiDocument, response: Response): Html[] {
  return Object.entries(response.content ?? {}).flatMap(([type, { schema }]) =>
    schema === undefined ? [] : [html`<p class="media">Body <code>${type}</code></p>${renderSchema(document, schema)}`],
  );
}

function renderDetails(bodies: readonly Html[], headers: readonly Html[]): Html | undefined {
  if (bodies.length + headers.length === 0) return undefined;
  const many = headers.length === 1 ? '1 header' : `${headers.length} headers`;
  const what = bodies.length === 0 ? many : headers.length === 0 ? 'Body' : `Body and ${many}`;
  return html`<details class="nested"><summary>${what}</summary>
${bodies}
${headers.length > 0 && html`<p class="media">Headers</p><ul class="fields">${headers}</ul>`}</details>`;
}

/** The named schema of a problem: a link to it says more than all its fields under each status. */
function problemType(document: OpenApiDocument, response: Response): Html | undefined {
  const [schema] = Object.values(response.content ?? {}).flatMap((media) => media.schema ?? []);
  if (response['x-error-codes'] === undefined || schema === undefined) return undefined;
  const resolved = resolveSchema(document, schema);
  return resolved.name === undefined ? undefined : renderType(document, resolved);
}

/** The description, and the codes; when it has a title for each code (`one; another`), each stands with its own. */
function renderMeaning(response: Response): Html {
  const codes = response['x-error-codes'] ?? [];
  const description = response.description ?? '';
  const titles = description.includes('\n') ? [] : description.split('; ');
  const paired = codes.length > 0 && titles.length === codes.length;
  const items = codes.map(
    (code, index) =>
      html`<li>${renderErrorLink(code)}${paired && html` ${renderInlineMarkdown(titles[index] ?? '')}`}</li>`,
  );
  return html`${!paired && renderMarkdown(description)}
${items.length > 0 && html`<ul class="error-codes${paired && ' is-paired'}" aria-label="Error codes">${items}</ul>`}`;
}

/**
 * Each status an operation answers with: what it means, its error codes, and, folded away, headers and body. A header
 * is told of at the first status that has it.
 */
export function renderResponses(document: OpenApiDocument, entry: OperationEntry): Html | undefined {
  if (entry.responses.length === 0) return undefined;
  const told = new Set<string>();
  const items = entry.responses.map(({ status, response }) => {
    const type = problemType(document, response);
    const bodies = type === undefined ? renderBodies(document, response) : [];
    return html`<li class="response">
<p class="field-head">${renderStatus(status)} ${type}</p>
${renderMeaning(response)}
${renderDetails(bodies, renderHeaders(document, response, told))}
</li>`;
  });
  return html`<h4>Responses</h4><ul class="fields">${items}</ul>`;
}
