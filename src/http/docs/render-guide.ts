import { type Guide, guideAddress } from './guides.ts';
import { html } from './html.ts';
import { navigationAt } from './navigation.ts';
import { readGuide, resolveGuideLink } from './read-guide.ts';
import { renderCrumbs } from './render-crumbs.ts';
import { renderDocument } from './render-markdown.ts';
import { type NavigationGroup, renderPage } from './render-page.ts';

/** A document of the repository as a page, with a table of its sections. */
export function renderGuide(guide: Guide, site: readonly NavigationGroup[]): string {
  const { title, body } = readGuide(guide);
  const document = renderDocument(body, (link) => resolveGuideLink(guide, link));
  const links = document.headings
    .filter(({ level }) => level === 2)
    .map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`);
  const contents =
    links.length > 1 && html`<nav class="contents" aria-label="On this page"><ul class="links">${links}</ul></nav>`;
  return renderPage({
    title: `${title} · Florin`,
    description: title,
    navigation: navigationAt(site, guideAddress(guide.name)),
    main: html`<article class="guide text">
${renderCrumbs([], title)}
<h1>${title}</h1>
${contents}
${document.body}
</article>`,
  });
}
