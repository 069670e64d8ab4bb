import { type Html, html } from './html.ts';

interface NavigationLink {
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

/** The content security policy allows images from a `data:` address. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#0b6b5b"/><text x="16" y="23" font-family="Georgia,serif" font-size="20" font-style="italic" fill="#fff" text-anchor="middle">ƒ</text></svg>',
)}`;

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
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/docs.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<div class="side">
<header>
<a class="brand" href="/docs"><span class="coin" aria-hidden="true">ƒ</span>Florin</a>${note}
<details class="menu"><summary>Menu</summary>${links}</details>
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
