import { errorAddress } from './error-links.ts';
import { type Html, html } from './html.ts';
import { listExamples } from './list-examples.ts';
import type { OperationEntry } from './list-operations.ts';
import type { OpenApiDocument, Response } from './open-api-types.ts';
import { renderCodeBlock } from './render-code-block.ts';
import { renderInlineMarkdown } from './render-markdown.ts';
import { statusKind } from './render-status.ts';

function printBody(value: unknown, type: string): { code: string; language: string } {
  if (typeof value === 'string' && !type.includes('json')) return { code: value, language: 'text' };
  return { code: JSON.stringify(value, null, 2), language: 'json' };
}

/** A problem made from its schema would make things up: only what this answer is known to carry is shown. */
function fitProblem(document: OpenApiDocument, value: unknown, status: string, response: Response): unknown {
  const [code] = response['x-error-codes'] ?? [];
  if (code === undefined || typeof value !== 'object' || value === null) return value;
  const server = document.servers?.[0]?.url.replace(/\/$/, '') ?? '';
  // The description tells of the codes in their order.
  const title = response.description?.split('; ')[0] ?? code;
  const known = Object.entries({ type: `${server}${errorAddress(code)}`, title, status: Number(status), code });
  return Object.fromEntries(known.filter(([name]) => Object.hasOwn(value, name)));
}

function renderExamples(document: OpenApiDocument, id: string, status: string, response: Response): Html[] {
  const bodies = Object.entries(response.content ?? {}).flatMap(([type, media]) => {
    const given = media.example !== undefined || media.examples !== undefined;
    return listExamples(document, media).map(({ title, description, value }) => {
      const { code, language } = printBody(given ? value : fitProblem(document, value, status, response), type);
      const text = description !== undefined && html`<p>${renderInlineMarkdown(description)}</p>`;
      return { title, markup: html`${text}${renderCodeBlock(code, language, `Body of a ${status} response`)}` };
    });
  });
  if (bodies.length < 2) return bodies.map(({ markup }) => markup);
  return bodies.map(
    ({ title, markup }, index) =>
      html`<details name="${id}-example"${index === 0 && html` open`}><summary>${title}</summary>${markup}</details>`,
  );
}

/** An example of each answer, one at a time, chosen by its status. */
export function renderResponsePanel(document: OpenApiDocument, entry: OperationEntry): Html | undefined {
  if (entry.responses.length === 0) return undefined;
  const tabs = entry.responses.map(({ status, response }, index) => {
    const id = `${entry.id}-answer-${index + 1}`;
    const bodies = renderExamples(document, id, status, response);
    return html`<input type="radio" class="hidden" name="answer-${entry.id}" id="${id}"${index === 0 && html` checked`}><label for="${id}" class="${statusKind(status)}">${status}</label>
<div class="tab">${bodies.length === 0 ? html`<p>No body.</p>` : bodies}</div>`;
  });
  return html`<section class="panel answers"><header><h4>Response</h4></header>
<fieldset class="tabs"><legend class="hidden">Status of the response</legend>${tabs}</fieldset>
</section>`;
}
