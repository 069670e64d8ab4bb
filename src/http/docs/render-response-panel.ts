import { type Html, html } from './html.ts';
import { listExamples } from './list-examples.ts';
import type { OperationEntry } from './list-operations.ts';
import type { OpenApiDocument, Response } from './open-api-types.ts';
import { renderCodeBlock } from './render-code-block.ts';
import { statusKind } from './render-status.ts';

function renderExamples(document: OpenApiDocument, id: string, status: string, response: Response): Html[] {
  const bodies = Object.values(response.content ?? {})
    .flatMap((media) => listExamples(document, media))
    .map(({ title, value }) => {
      const code = JSON.stringify(value, null, 2);
      return { title, markup: renderCodeBlock(code, 'json', `Body of a ${status} response`) };
    });
  if (bodies.length < 2) return bodies.map(({ markup }) => markup);
  return bodies.map(
    ({ title, markup }, index) =>
      html`<details name="${id}-example"${index === 0 && html` open`}><summary>${title}</summary>${markup}</details>`,
  );
}

/** An example of each response, in a tab for each status. */
export function renderResponsePanel(document: OpenApiDocument, entry: OperationEntry): Html {
  const tabs = entry.responses.map(({ status, response }, index) => {
    const id = `${entry.id}-${status}`;
    const bodies = renderExamples(document, id, status, response);
    return html`<input type="radio" class="hidden" name="status-${entry.id}" id="${id}"${index === 0 && html` checked`}><label for="${id}" class="${statusKind(status)}">${status}</label>
<div class="tab">${bodies.length === 0 ? html`<p>No example.</p>` : bodies}</div>`;
  });
  return html`<section class="panel answers"><header><h2>Response</h2></header>
<fieldset class="tabs"><legend class="hidden">Response status</legend>${tabs}</fieldset>
</section>`;
}
