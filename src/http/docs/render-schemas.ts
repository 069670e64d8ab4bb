import { type Html, html } from './html.ts';
import type { OpenApiDocument } from './open-api-types.ts';
import { renderCodeBlock } from './render-code-block.ts';
import { renderNamedSchema } from './render-fields.ts';
import { renderPage } from './render-page.ts';
import { schemaPointer } from './resolve-schema.ts';
import { sampleValue } from './sample-value.ts';
import { schemaAddress, schemaAnchor } from './schema-links.ts';

function renderSchema(document: OpenApiDocument, name: string): Html {
  const anchor = schemaAnchor(name);
  const sample = JSON.stringify(sampleValue(document, { $ref: schemaPointer(name) }), null, 2);
  return html`<section class="pair" id="${anchor}">
<div class="prose"><h2><a class="anchor" href="#${anchor}">${name}</a></h2>
${renderNamedSchema(document, name)}</div>
<div class="samples"><div class="panel"><header><p>Example</p></header>${renderCodeBlock(sample, 'json', `Example of ${name}`)}</div></div>
</section>`;
}

/** The objects that requests and responses consist of. */
export function renderSchemas(document: OpenApiDocument): string {
  const { title, version } = document.info;
  const names = Object.keys(document.components.schemas);
  return renderPage({
    title: `${title} API schemas`,
    description: `The objects of the ${title} API`,
    note: html`<span class="version">${version}</span>`,
    navigation: [
      { title: 'Guide', links: [{ href: '/docs', label: 'API reference' }] },
      { title: 'Schemas', links: names.map((name) => ({ href: schemaAddress(name), label: name })) },
    ],
    main: html`<section class="guide">
<h1>Schemas</h1>
<p>The objects in requests and responses.</p>
</section>
<section class="group">${names.map((name) => renderSchema(document, name))}</section>`,
  });
}
