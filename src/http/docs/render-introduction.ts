import { type Html, html } from './html.ts';
import type { OperationGroup } from './list-operations.ts';
import type { OpenApiDocument } from './open-api-types.ts';
import { printExports } from './print-exports.ts';
import { renderCodeBlock } from './render-code-block.ts';
import { renderMarkdown } from './render-markdown.ts';

/** The top of the page: the title, the opening of the description, and what to set up first. */
export function renderIntroduction(
  document: OpenApiDocument,
  opening: string,
  groups: readonly OperationGroup[],
): Html {
  const server = document.servers[0]?.url ?? '';
  const exports = printExports(
    document,
    groups.flatMap(({ entries }) => entries),
  );
  return html`<section class="pair">
<div class="prose"><h1>${document.info.title}</h1>
${renderMarkdown(opening)}
<p><a class="button" href="/docs/guides/first-payment">Make your first payment</a></p></div>
<div class="samples">
<div class="panel"><header><p>Base URL</p></header>${renderCodeBlock(server, 'text', 'Base URL')}</div>
<div class="panel"><header><p>Set these first</p></header>${renderCodeBlock(exports, 'sh', 'Environment variables')}</div>
</div>
</section>`;
}
