import { renderErrorLink } from './error-links.ts';
import { type Html, html } from './html.ts';
import type { OperationEntry } from './list-operations.ts';
import type { OpenApiDocument, Response } from './open-api-types.ts';
import { renderSchema, renderType } from './render-fields.ts';
import { renderInlineMarkdown, renderMarkdown } from './render-markdown.ts';
import { renderParameter } from './render-parameters.ts';
import { renderStatus } from './render-status.ts';
import { resolveSchema, schemaPointer } from './resolve-schema.ts';

function renderBodies(document: OpenApiDocument, { content = {} }: Response): Html[] {
  return Object.entries(content).flatMap(([type, { schema }]) =>
    schema === undefined ? [] : [html`<p class="media">Body <code>${type}</code></p>${renderSchema(document, schema)}`],
  );
}

function renderDetails(bodies: readonly Html[], headers: readonly Html[]): Html | undefined {
  if (bodies.length + headers.length === 0) return undefined;
  const what = bodies.length === 0 ? 'Headers' : headers.length === 0 ? 'Body' : 'Body and headers';
  return html`<details class="nested"><summary>${what}</summary>
${bodies}
${headers.length > 0 && html`<p class="media">Headers</p><ul class="fields">${headers}</ul>`}</details>`;
}

function renderCodes(description: string, codes: readonly string[]): Html {
  const titles = description.split('; ');
  const items = codes.map(
    (code, index) => html`<li>${renderErrorLink(code)} ${renderInlineMarkdown(titles[index] ?? '')}</li>`,
  );
  return html`<ul class="error-codes" aria-label="Error codes">${items}</ul>`;
}

/**
 * Each status of an operation with its meaning, its error codes, and its headers and body, collapsed. Every error has the
 * same body, so it links to the schema. A header appears only with the first status that has it.
 */
export function renderResponses(document: OpenApiDocument, entry: OperationEntry): Html {
  const problem = renderType(document, resolveSchema(document, { $ref: schemaPointer('Problem') }));
  const shown = new Set<string>();
  const items = entry.responses.map(({ status, response }) => {
    const codes = response['x-error-codes'];
    const fresh = Object.entries(response.headers).filter(([name]) => !shown.has(name));
    for (const [name] of fresh) shown.add(name);
    const headers = fresh.map(([name, header]) => renderParameter(document, name, header));
    return html`<li>
<p class="field-head">${renderStatus(status)} ${codes && problem}</p>
${codes ? renderCodes(response.description, codes) : renderMarkdown(response.description)}${renderDetails(codes ? [] : renderBodies(document, response), headers)}
</li>`;
  });
  return html`<h2>Responses</h2><ul class="fields">${items}</ul>`;
}
