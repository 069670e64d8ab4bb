import { GUIDES, guideAddress } from './guides.ts';
import { type Html, html } from './html.ts';
import type { OperationGroup } from './list-operations.ts';
import { navigationAt } from './navigation.ts';
import type { OpenApiDocument } from './open-api-types.ts';
import { readGuide } from './read-guide.ts';
import { groupAddress } from './reference-links.ts';
import { renderIntroduction } from './render-introduction.ts';
import { renderMarkdown } from './render-markdown.ts';
import { type NavigationGroup, renderPage } from './render-page.ts';
import { splitGuide } from './split-guide.ts';

function renderDirectory(groups: readonly OperationGroup[]): Html {
  const guides = GUIDES.map(({ title, guides: all }) => {
    const links = all.map(
      (guide) => html`<li><a href="${guideAddress(guide.name)}">${readGuide(guide).title}</a></li>`,
    );
    return html`<section><h2>${title}</h2><ul class="links">${links}</ul></section>`;
  });
  const links = groups.map((group) => html`<li><a href="${groupAddress(group)}">${group.name}</a></li>`);
  return html`<div class="directory">${guides}<section><h2>API reference</h2><ul class="links">${links}</ul></section></div>`;
}

/** The first page: where to start, and what is the same for every endpoint. */
export function renderHome(
  document: OpenApiDocument,
  groups: readonly OperationGroup[],
  site: readonly NavigationGroup[],
): string {
  const { title, version, description } = document.info;
  const { opening, sections } = splitGuide(description);
  const rules = sections.map(
    (section) => html`<section class="guide" id="${section.id}">
<h2><a class="anchor" href="#${section.id}">${section.title}</a></h2>
${renderMarkdown(section.body)}
</section>`,
  );
  const nearby = {
    title: 'On this page',
    links: sections.map(({ id, title: label }) => ({ href: `#${id}`, label })),
  };
  return renderPage({
    title: `${title} documentation`,
    description: `Guides and API reference of ${title}`,
    note: html`<span class="version">${version}</span>`,
    navigation: navigationAt(site, '/docs', nearby),
    main: html`${renderIntroduction(document, opening)}
${renderDirectory(groups)}
${rules}`,
  });
}
