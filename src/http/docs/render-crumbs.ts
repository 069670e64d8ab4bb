import { type Html, html } from './html.ts';

interface Crumb {
  readonly href: string;
  readonly label: string;
}

/** The way from the overview to a page. */
export function renderCrumbs(steps: readonly Crumb[], here: string): Html {
  const links = [{ href: '/docs', label: 'Documentation' }, ...steps].map(
    ({ href, label }) => html`<li><a href="${href}">${label}</a></li>`,
  );
  return html`<nav class="crumbs" aria-label="Breadcrumb"><ol class="links">${links}<li aria-current="page">${here}</li></ol></nav>`;
}
