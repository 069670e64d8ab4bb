import { findExample } from './find-example.ts';
import { type Html, html } from './html.ts';
import { navigationAt } from './navigation.ts';
import type { OpenApiDocument } from './open-api-types.ts';
import { renderCodeBlock } from './render-code-block.ts';
import { renderCrumbs } from './render-crumbs.ts';
import { renderNamedSchema } from './render-fields.ts';
import { renderInlineMarkdown } from './render-markdown.ts';
import { type NavigationGroup, renderPage } from './render-page.ts';
import { schemaPointer } from './resolve-schema.ts';
import { sampleValue } from './sample-value.ts';
import { SCHEMAS_PATH, schemaAddress } from './schema-links.ts';

/** A long name may break before each of its words. */
const breakable = (name: string): Html[] => name.split(/(?=[A-Z])/).map((word) => html`<wbr>${word}`);

const nearby = ({ components }: OpenApiDocument): NavigationGroup => ({
  title: 'Schemas',
  links: Object.keys(components.schemas).map((name) => ({ href: schemaAddress(name), label: name })),
});

/** One of the objects that requests and responses consist of. */
export function renderSchemaPage(document: OpenApiDocument, name: string, site: readonly NavigationGroup[]): string {
  const value = findExample(document, name) ?? sampleValue(document, { $ref: schemaPointer(name) });
  const sample = JSON.stringify(value, null, 2);
  return renderPage({
    title: `${name} · Florin API`,
    description: `The fields of ${name}`,
    navigation: navigationAt(site, schemaAddress(name), nearby(document)),
    main: html`<article class="pair">
<div class="prose">${renderCrumbs([{ href: SCHEMAS_PATH, label: 'Schemas' }], name)}
<h1>${breakable(name)}</h1>
${renderNamedSchema(document, name)}</div>
<div class="samples"><div class="panel"><header><p>Example</p></header>${renderCodeBlock(sample, 'json', `Example of ${name}`)}</div></div>
</article>`,
  });
}

/** The list of all schemas. */
export function renderSchemaIndex(document: OpenApiDocument, site: readonly NavigationGroup[]): string {
  const items = Object.entries(document.components.schemas).map(
    ([name, { description }]) =>
      html`<li><a href="${schemaAddress(name)}"><code>${name}</code></a> <span>${renderInlineMarkdown(description ?? '')}</span></li>`,
  );
  return renderPage({
    title: 'Schemas · Florin API',
    description: 'The objects in requests and responses',
    navigation: navigationAt(site, SCHEMAS_PATH, nearby(document)),
    main: html`<div class="guide">
${renderCrumbs([], 'Schemas')}
<h1>Schemas</h1>
<p class="lead">The objects in requests and responses.</p>
<ul class="codes">${items}</ul>
</div>`,
  });
}
