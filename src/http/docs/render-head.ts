import { type Html, html } from './html.ts';

/** The content security policy allows images from a `data:` address. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#0b6b5b"/><text x="16" y="23" font-family="Georgia,serif" font-size="20" font-style="italic" fill="#fff" text-anchor="middle">ƒ</text></svg>',
)}`;

/** The head of every page of the documentation, and of error pages. */
export function renderHead(title: string, description: string): Html {
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/docs/docs.css">`;
}
