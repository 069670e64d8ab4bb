import { type Html, html } from './html.ts';
import type { OpenApiDocument } from './open-api-types.ts';
import { KEY_EXPORTS } from './print-exports.ts';
import { renderCodeBlock } from './render-code-block.ts';
import { renderMarkdown } from './render-markdown.ts';

/** The top of the page: the title, the opening of the description, and what to set up first. */
export function renderIntroduction(document: OpenApiDocument, opening: string): Html {
  const server = document.servers[0]?.url ?? '';
  return html`<section class="pair">
<div class="prose"><h1>${document.info.title}</h1>
${renderMarkdown(opening)}
<p><a class="button" href="/docs/guides/first-payment">Make your first payment</a></p></div>
<div class="samples">
<div class="panel"><header><p>Base URL</p></header>${renderCodeBlock(server, 'text', 'Base URL')}</div>
<div class="panel"><header><p>Set these first</p></header>${renderCodeBlock(KEY_EXPORTS, 'sh', 'Environment variables')}</div>
</div>
</section>`;
}
