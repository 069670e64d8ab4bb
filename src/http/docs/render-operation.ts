import { type Html, html } from './html.ts';
import type { OperationEntry } from './list-operations.ts';
import type { OpenApiDocument, Operation, Schema } from './open-api-types.ts';
import { renderSchema } from './render-fields.ts';
import { renderInlineMarkdown, renderMarkdown } from './render-markdown.ts';
import { renderParameters } from './render-parameters.ts';
import { renderRequestPanel } from './render-request-panel.ts';
import { renderResponsePanel } from './render-response-panel.ts';
import { renderResponses } from './render-responses.ts';
import { renderTryPanel } from './render-try-panel.ts';
import { resolveSchema } from './resolve-schema.ts';
import { schemeOf } from './sample-request.ts';

/** A path with its parameters in color, and points where it can wrap. */
export function renderPath(path: string): Html {
  const pieces = path.split(/(\{[^{}]+\})/).map((piece) => {
    if (piece.startsWith('{')) return html`<span class="variable">${piece}</span>`;
    return piece.split(/(?<=[/_])/).map((step) => html`${step}<wbr>`);
  });
  return html`<code class="path">${pieces}</code>`;
}

export function renderMethod(method: string): Html {
  return html`<span class="method is-${method}">${method.toUpperCase()}</span>`;
}

function renderSecurity(document: OpenApiDocument, operation: Operation): Html {
  const scheme = schemeOf(document, operation);
  if (scheme === undefined) return html`<p class="auth is-open">No authentication</p>`;
  const credentials =
    scheme.type === 'http'
      ? html`<a href="/docs#authentication">Authentication</a>: <code>Authorization: Bearer</code>`
      : html`Authentication: <code>${scheme.name}</code> cookie`;
  const scope = operation['x-scope'];
  const needs = scope !== undefined && html` <span>The key needs the scope <code>${scope}</code>.</span>`;
  const isOptional = operation.security.some((requirement) => Object.keys(requirement).length === 0);
  const optional = isOptional && html` <span>Payers need no key.</span>`;
  return html`<p class="auth">${credentials} <span>${renderInlineMarkdown(scheme.description)}</span>${needs}${optional}</p>`;
}

function isClosed(document: OpenApiDocument, node: Schema): boolean {
  return resolveSchema(document, node).schema.additionalProperties === false;
}

function renderRequestBody(document: OpenApiDocument, { requestBody }: Operation): Html | undefined {
  if (requestBody === undefined) return undefined;
  const contents = Object.entries(requestBody.content).map(
    ([type, { schema = {} }]) => html`<p class="media"><code>${type}</code> <span class="required">required</span></p>
${isClosed(document, schema) && html`<p>Unknown fields are an error.</p>`}${renderSchema(document, schema)}`,
  );
  return html`<h2>Request body</h2>${contents}`;
}

/** A page has one operation, so its summary is the title. Its description and fields on the left, sample requests and responses on the right. */
export function renderOperation(document: OpenApiDocument, entry: OperationEntry, crumbs: Html): Html {
  const { id, operation } = entry;
  return html`<section class="pair" id="${id}">
<div class="prose">
${crumbs}
<h1>${operation.summary}</h1>
<p class="endpoint">${renderMethod(entry.method)} ${renderPath(entry.path)}</p>
${renderMarkdown(operation.description)}
${renderSecurity(document, operation)}
${renderParameters(document, operation.parameters)}
${renderRequestBody(document, operation)}
${renderResponses(document, entry)}
</div>
<div class="samples">
${renderRequestPanel(document, entry)}
${renderTryPanel(document, entry)}
${renderResponsePanel(document, entry)}
</div>
</section>`;
}
