import { type Html, html } from './html.ts';
import { renderHead } from './render-head.ts';

export interface NavigationLink {
  readonly href: string;
  readonly label: Html | string;
  readonly current?: boolean;
}

export interface NavigationGroup {
  readonly title: string;
  readonly links: readonly NavigationLink[];
}

interface Page {
  readonly title: string;
  readonly description: string;
  /** Next to the brand, such as a version. */
  readonly note?: Html;
  readonly navigation: readonly NavigationGroup[];
  readonly main: Html;
}

/** It needs the script, which shows it. */
const SEARCH = html`<div class="search" hidden>
<label class="hidden" for="search">Search the documentation</label>
<input type="search" id="search" placeholder="Search" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list">
<div class="found" id="found" role="listbox" aria-label="Results" hidden></div>
<p class="hidden" role="status" id="found-count"></p>
</div>`;

function renderNavigation(groups: readonly NavigationGroup[]): Html {
  const lists = groups.map(({ title, links }) => {
    const items = links.map(
      ({ href, label, current }) =>
        html`<li><a href="${href}"${current === true && html` aria-current="page"`}>${label}</a></li>`,
    );
    return html`<p class="group">${title}</p><ul class="links">${items}</ul>`;
  });
  return html`<nav aria-label="Documentation">${lists}</nav>`;
}

/**
 * The frame of every page. It has the navigation twice: as a menu for narrow screens and as a column for wide ones. The
 * style sheet shows one of them, so that no script is needed.
 */
export function renderPage({ title, description, note, navigation, main }: Page): string {
  const links = renderNavigation(navigation);
  return html`<!doctype html>
<html lang="en">
<head>
${renderHead(title, description)}
<script src="/docs/docs.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<div class="side">
<header>
<a class="brand" href="/docs"><span class="coin" aria-hidden="true">ƒ</span>Florin</a>${note}
<details class="menu"><summary>Menu</summary>${links}</details>
${SEARCH}
</header>
<div class="column">${links}</div>
</div>
<main id="content" tabindex="-1">
${main}
</main>
</body>
</html>
`.toString();
}
