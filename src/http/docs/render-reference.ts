import { errorIndexAddress, renderErrorLink } from './error-links.ts';
import { type Html, html } from './html.ts';
import type { OperationEntry, OperationGroup } from './list-operations.ts';
import type { WebhookEntry } from './list-webhooks.ts';
import { navigationAt } from './navigation.ts';
import type { OpenApiDocument } from './open-api-types.ts';
import { CODES_ADDRESS, EVENTS_ADDRESS, groupAddress, operationAddress } from './reference-links.ts';
import { renderCrumbs } from './render-crumbs.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderMethod, renderOperation, renderPath } from './render-operation.ts';
import { type NavigationGroup, renderPage } from './render-page.ts';
import { statusKind } from './render-status.ts';
import { renderEventType, renderWebhooks } from './render-webhooks.ts';

type Site = readonly NavigationGroup[];

const nearby = ({ name, entries }: OperationGroup): NavigationGroup => ({
  title: name,
  links: entries.map((entry) => ({
    href: operationAddress(entry),
    label: html`<span>${entry.operation.summary}</span>${renderMethod(entry.method)}`,
  })),
});

/** A group of endpoints: what it is for, and each of them with its description. */
export function renderGroup(group: OperationGroup, site: Site): string {
  const items = group.entries.map((entry) => {
    const { method, path, operation } = entry;
    return html`<li><h2><a href="${operationAddress(entry)}">${operation.summary}</a></h2>
<p class="endpoint">${renderMethod(method)} ${renderPath(path)}</p>
${renderMarkdown(operation.description)}</li>`;
  });
  return renderPage({
    title: `${group.name} · Florin API`,
    description: `The endpoints of ${group.name}`,
    navigation: navigationAt(site, groupAddress(group), nearby(group)),
    main: html`<div class="guide">
${renderCrumbs([], group.name)}
<h1>${group.name}</h1>
${renderMarkdown(group.description)}
<ul class="operations">${items}</ul>
</div>`,
  });
}

export function renderOperationPage(
  document: OpenApiDocument,
  group: OperationGroup,
  entry: OperationEntry,
  site: Site,
): string {
  const { summary } = entry.operation;
  const crumbs = renderCrumbs([{ href: groupAddress(group), label: group.name }], summary);
  return renderPage({
    title: `${summary} · Florin API`,
    description: `${entry.method.toUpperCase()} ${entry.path}`,
    navigation: navigationAt(site, operationAddress(entry), nearby(group)),
    main: renderOperation(document, entry, crumbs),
  });
}

/** The requests that the server sends. */
export function renderEventsPage(document: OpenApiDocument, webhooks: readonly WebhookEntry[], site: Site): string {
  const events = webhooks.map(({ id, type }) => ({
    href: `#${id}`,
    label: html`<span>${renderEventType(type)}</span>`,
  }));
  return renderPage({
    title: 'Webhook events · Florin API',
    description: 'Every type of event, with an example of its body',
    navigation: navigationAt(site, EVENTS_ADDRESS, { title: 'Webhook events', links: events }),
    main: renderWebhooks(document, webhooks, renderCrumbs([], 'Webhook events')),
  });
}

interface CodeUse {
  readonly status: string;
  readonly entries: OperationEntry[];
}

function collectCodes(entries: readonly OperationEntry[]): [string, CodeUse][] {
  const uses = new Map<string, CodeUse>();
  for (const entry of entries) {
    for (const { status, response } of entry.responses) {
      for (const code of response['x-error-codes'] ?? []) {
        const use = uses.get(code) ?? { status, entries: [] };
        use.entries.push(entry);
        uses.set(code, use);
      }
    }
  }
  return [...uses].sort(([a], [b]) => a.localeCompare(b, 'en'));
}

function renderUse([code, { status, entries }]: [string, CodeUse], isEverywhere: boolean): Html {
  const links = entries.map(
    (entry, index) => html`${index > 0 && ', '}<a href="${operationAddress(entry)}">${entry.operation.summary}</a>`,
  );
  return html`<li><span>${renderErrorLink(code)} <span class="status ${statusKind(status)}">${status}</span></span> <span>${isEverywhere ? 'Every endpoint' : links}</span></li>`;
}

/** The endpoints that return each error code. */
export function renderCodesPage(groups: readonly OperationGroup[], site: Site): string {
  const all = groups.flatMap(({ entries }) => entries);
  return renderPage({
    title: 'Codes by endpoint · Florin API',
    description: 'The endpoints that return each error code',
    navigation: navigationAt(site, CODES_ADDRESS),
    main: html`<div class="guide">
${renderCrumbs([], 'Codes by endpoint')}
<h1>Codes by endpoint</h1>
<p class="lead">The endpoints that return each code. For what a code means and how to fix it, see <a href="${errorIndexAddress}">error codes</a>.</p>
<ul class="codes">${collectCodes(all).map((use) => renderUse(use, use[1].entries.length === all.length))}</ul>
</div>`,
  });
}
