import { dereference } from './dereference.ts';
import { type Html, html } from './html.ts';
import type { OperationEntry } from './list-operations.ts';
import { listSchemes } from './list-schemes.ts';
import type { OpenApiDocument, Operation, SchemaNode, SecurityScheme } from './open-api-types.ts';
import { renderSchema } from './render-fields.ts';
import { renderInlineMarkdown, renderMarkdown } from './render-markdown.ts';
import { renderParameters } from './render-parameters.ts';
import { renderRequestPanel } from './render-request-panel.ts';
import { renderResponsePanel } from './render-response-panel.ts';
import { renderResponses } from './render-responses.ts';
import { resolveSchema } from './resolve-schema.ts';

/** A path with its parameters set apart, and places where a narrow screen may break it. */
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

function describeScheme({ type, scheme, name, in: place }: SecurityScheme): Html {
  if (type === 'http') {
    const word = scheme?.toLowerCase() === 'basic' ? 'Basic' : 'Bearer';
    return html`<code>Authorization: ${word}</code>`;
  }
  return type === 'apiKey' ? html`<code>${name ?? ''}</code> in the ${place ?? 'header'}` : html`${type}`;
}

function renderSecurity(document: OpenApiDocument, operation: Operation, help: string | undefined): Html {
  const { requirements, optional } = listSchemes(document, operation);
  if (requirements.length === 0) return html`<p class="auth is-open">No authentication</p>`;
  const ways = requirements.map((schemes, index) => {
    const all = schemes.map(({ scheme }, position) => html`${position > 0 && ' and '}${describeScheme(scheme)}`);
    return html`${index > 0 && ' or '}${all}`;
  });
  const notes = requirements.flat().flatMap(({ scheme }) => scheme.description ?? []);
  const note = notes.length === 1 ? html` <span>${renderInlineMarkdown(notes[0] ?? '')}</span>` : undefined;
  const lead = optional ? 'Optional authentication' : 'Authentication';
  const title = help === undefined ? lead : html`<a href="#${help}">${lead}</a>`;
  const scope = operation['x-scope'];
  const allowed = scope !== undefined && html` <span>The key needs the scope <code>${scope}</code>.</span>`;
  return html`<p class="auth">${title}: ${ways}${note}${allowed}</p>`;
}

function isClosed(document: OpenApiDocument, node: SchemaNode): boolean {
  return resolveSchema(document, node).schema.additionalProperties === false;
}

function renderRequestBody(document: OpenApiDocument, operation: Operation): Html | undefined {
  const body = operation.requestBody === undefined ? undefined : dereference(document, operation.requestBody);
  if (body === undefined) return undefined;
  const contents = Object.entries(body.content).map(
    ([
      type,
      { schema },
    ]) => html`<p class="media"><code>${type}</code>${body.required === true && html` <span class="required">required</span>`}</p>
${schema !== undefined && isClosed(document, schema) && html`<p>Fields that are not listed here are refused.</p>`}
${schema !== undefined && renderSchema(document, schema)}`,
  );
  return html`<h4>Request body</h4>${renderMarkdown(body.description)}${contents}`;
}

/** One operation: what it is and takes at the left, samples of what goes out and comes back at the right. */
export function renderOperation(document: OpenApiDocument, entry: OperationEntry, authentication?: string): Html {
  const { operation } = entry;
  return html`<section class="pair operation" id="${entry.id}">
<div class="prose">
<h3><a class="anchor" href="#${entry.id}">${entry.title}</a></h3>
<p class="endpoint">${renderMethod(entry.method)} ${renderPath(entry.path)}${operation.deprecated === true && html` <span class="deprecated">deprecated</span>`}</p>
${renderMarkdown(operation.description)}
${renderSecurity(document, operation, authentication)}
${renderParameters(document, entry.parameters)}
${renderRequestBody(document, operation)}
${renderResponses(document, entry)}
</div>
<div class="samples">
${renderRequestPanel(document, entry)}
${renderResponsePanel(document, entry)}
</div>
</section>`;
}
