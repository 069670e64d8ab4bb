import type { FieldError } from '../../domain/field-error.ts';
import { errorAddress, errorIndexAddress, renderErrorLink } from './error-links.ts';
import { type Html, html } from './html.ts';
import { navigationAt } from './navigation.ts';
import { renderCodeBlock } from './render-code-block.ts';
import { renderInlineMarkdown, renderMarkdown } from './render-markdown.ts';
import { type NavigationGroup, renderPage } from './render-page.ts';
import { renderStatus } from './render-status.ts';

export interface ErrorPage {
  code: string;
  status: number;
  title: string;
  meaning: string;
  fix: string;
  retryable: boolean;
  /** The invalid fields in the example, if the error has such a list. */
  errors?: readonly FieldError[];
}

interface StatusGroup {
  readonly status: number;
  readonly pages: readonly ErrorPage[];
}

function groupByStatus(all: readonly ErrorPage[]): readonly StatusGroup[] {
  return [...Map.groupBy(all, ({ status }) => status)]
    .map(([status, pages]) => ({ status, pages: pages.toSorted((a, b) => a.code.localeCompare(b.code, 'en')) }))
    .sort((a, b) => a.status - b.status);
}

function nearby(groups: readonly StatusGroup[]): NavigationGroup {
  const codes = groups.flatMap(({ pages }) => pages.map(({ code }) => code));
  return {
    title: 'Error codes',
    links: codes.map((code) => ({ href: errorAddress(code), label: html`<code>${code}</code>` })),
  };
}

function renderRetry(retryable: boolean): Html {
  return retryable
    ? html`<span class="retry is-good">Safe to retry</span>`
    : html`<span class="retry">Do not retry unchanged</span>`;
}

function exampleBody(page: ErrorPage): string {
  const { code, status, title, retryable, errors = [] } = page;
  // The first sentence fits on one line of a log.
  const detail = page.meaning.replaceAll(/[`*]/g, '').split(/(?<=[.!?])\s/)[0] ?? '';
  const type = `https://florin.example${errorAddress(code)}`;
  const instance = '/fpk_test_…/create_checkout_payment_intent';
  const request = { instance, code, request_id: 'req_5f1c0a9be27d4c3388a1f06e', retryable };
  return JSON.stringify({ type, title, status, detail, ...request, ...(errors.length > 0 && { errors }) }, null, 2);
}

function renderNeighbors(ordered: readonly ErrorPage[], page: ErrorPage): Html {
  const at = ordered.indexOf(page);
  const link = (neighbor: ErrorPage | undefined, word: string, rel: string) =>
    neighbor &&
    html`<a rel="${rel}" href="${errorAddress(neighbor.code)}"><span>${word}</span><code>${neighbor.code}</code></a>`;
  return html`<nav class="neighbors" aria-label="Previous and next code">${link(ordered[at - 1], 'Previous', 'prev')}${link(ordered[at + 1], 'Next', 'next')}</nav>`;
}

/** The page of one error code. The `type` of a problem is its address. */
export function renderErrorPage(
  page: ErrorPage,
  all: readonly ErrorPage[],
  site: readonly NavigationGroup[] = [],
): string {
  const groups = groupByStatus(all);
  const retry = page.retryable
    ? 'Yes. Send the same request again with exponential backoff. If you sent an `Idempotency-Key`, reuse it so that the request takes effect only once.'
    : 'No. The same request returns the same error until you fix the cause.';
  return renderPage({
    title: `${page.code}: ${page.title}`,
    description: page.title,
    navigation: navigationAt(site, errorAddress(page.code), nearby(groups)),
    main: html`<article class="pair">
<div class="prose">
<nav class="crumbs" aria-label="Breadcrumb"><ol class="links"><li><a href="/docs">Documentation</a></li><li><a href="${errorIndexAddress}">Errors</a></li><li aria-current="page">${page.code}</li></ol></nav>
<h1>${page.title}</h1>
<p class="facts"><code>${page.code}</code> ${renderStatus(page.status)} ${renderRetry(page.retryable)}</p>
<h2>What it means</h2>
${renderMarkdown(page.meaning)}
<h2>How to fix it</h2>
${renderMarkdown(page.fix)}
<h2>Can I retry?</h2>
<p>${renderInlineMarkdown(retry)}</p>
</div>
<div class="samples"><div class="panel"><header><p>Example</p><p><code>application/problem+json</code></p></header>${renderCodeBlock(exampleBody(page), 'json', 'Example response body')}</div></div>
</article>
${renderNeighbors(
  groups.flatMap(({ pages }) => pages),
  page,
)}`,
  });
}

/** All error codes by status, at /docs/errors. */
export function renderErrorIndex(all: readonly ErrorPage[], site: readonly NavigationGroup[] = []): string {
  const groups = groupByStatus(all);
  const sections = groups.map(({ status, pages }) => {
    const items = pages.map(
      ({ code, title, retryable }) =>
        html`<li>${renderErrorLink(code)} <span>${title}</span> ${retryable && renderRetry(true)}</li>`,
    );
    return html`<section class="guide status-group"><h2 id="status-${status}">${renderStatus(status)}</h2><ul class="codes">${items}</ul></section>`;
  });
  return renderPage({
    title: 'Error codes',
    description: 'Every Florin error code, what it means and how to fix it',
    navigation: navigationAt(site, errorIndexAddress, nearby(groups)),
    main: html`<div class="guide">
<nav class="crumbs" aria-label="Breadcrumb"><ol class="links"><li><a href="/docs">Documentation</a></li><li aria-current="page">Errors</li></ol></nav>
<h1>Error codes</h1>
<p class="lead">Every error is an <code>application/problem+json</code> body with one of these codes in <code>code</code>. Check the code in your program. Titles and details are for people and can change.</p>
</div>
${sections}`,
  });
}
