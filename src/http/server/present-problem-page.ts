import type { IncomingHttpHeaders } from 'node:http';
import { ERRORS, type Problem } from '../../domain/errors.ts';
import { errorAddress, errorIndexAddress } from '../docs/error-links.ts';
import { type Html, html } from '../docs/html.ts';
import { renderHead } from '../docs/render-head.ts';
import type { ContentHeaders } from './answer.ts';
import { HTML_HEADERS } from './html-headers.ts';

/** A person's browser. A program sends a key, asks for JSON or accepts anything. */
export const prefersPage = ({ accept = '', authorization }: IncomingHttpHeaders): boolean =>
  authorization === undefined &&
  /\btext\/html\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accept) &&
  !/json/i.test(accept);

/** The same error as a page. */
export function presentProblemPage(
  problem: Problem,
  at: { baseUrl: string; path: string; requestId: string },
): { status: number; headers: ContentHeaders; body: string } {
  const { status, title, fix } = ERRORS[problem.code];
  const fields = problem.errors.map(
    ({ pointer, parameter, detail }) => html`<li><code>${parameter ?? pointer}</code> ${detail}</li>`,
  );
  const page = html`<!doctype html>
<html lang="en">
<head>
${renderHead(title, title)}
</head>
<body>
<main class="notice">
<p class="brand"><span class="coin" aria-hidden="true">ƒ</span>Florin</p>
<h1>${title}</h1>
<p class="lead">${linkOwn(problem.message, at.baseUrl)}</p>
${fields.length > 0 && html`<ul>${fields}</ul>`}
<p>${problem.code === 'not_found' && isInDocs(at.path) ? FIND_IN_DOCS : fix}</p>
<p class="facts"><span class="status">${status}</span> <a href="${errorAddress(problem.code)}"><code>${problem.code}</code></a> <span>Request ID <code>${at.requestId}</code></span></p>
</main>
</body>
</html>
`;
  return {
    status,
    headers: { ...HTML_HEADERS, 'cache-control': 'no-store', ...problem.headers },
    body: page.toString(),
  };
}

const isInDocs = (path: string): boolean => /^\/docs(?:[/?]|$)/.test(path);

/** A page of the documentation has neither an ID nor a mode. */
const FIND_IN_DOCS = html`Search for the page in the <a href="/docs">documentation</a>, or look at the list of <a href="${errorIndexAddress}">error codes</a>.`;

/** Only URLs of this server become links. */
function linkOwn(text: string, baseUrl: string): Html {
  const start = text.indexOf(`${baseUrl}/`);
  if (start === -1) return html`${text}`;
  const [url = ''] = text.slice(start).split(' ', 1);
  return html`${text.slice(0, start)}<a href="${url}">${url}</a>${text.slice(start + url.length)}`;
}
