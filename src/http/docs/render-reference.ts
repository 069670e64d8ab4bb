import { errorIndexAddress, renderErrorLink } from './error-links.ts';
import { type Html, html } from './html.ts';
import { listOperations, type OperationEntry, type OperationGroup } from './list-operations.ts';
import { listWebhooks, type WebhookEntry } from './list-webhooks.ts';
import type { OpenApiDocument } from './open-api-types.ts';
import { renderIntroduction } from './render-introduction.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderMethod, renderOperation, renderPath } from './render-operation.ts';
import { type NavigationGroup, renderPage } from './render-page.ts';
import { statusKind } from './render-status.ts';
import { renderEventType, renderWebhooks } from './render-webhooks.ts';
import { schemaAddress } from './schema-links.ts';
import { splitGuide } from './split-guide.ts';

type Guide = ReturnType<typeof splitGuide>;

const ids = { introduction: 'introduction', webhooks: 'webhook-events', errors: 'error-codes' };

function buildNavigation(
  document: OpenApiDocument,
  guide: Guide,
  groups: readonly OperationGroup[],
  webhooks: readonly WebhookEntry[],
): NavigationGroup[] {
  const events = {
    title: 'Webhook events',
    links: webhooks.map(({ id, type }) => ({ href: `#${id}`, label: html`<span>${renderEventType(type)}</span>` })),
  };
  return [
    {
      title: 'Guide',
      links: [
        { href: `#${ids.introduction}`, label: 'Introduction' },
        ...guide.sections.map(({ id, title }) => ({ href: `#${id}`, label: title })),
        { href: '/openapi.json', label: 'OpenAPI document' },
      ],
    },
    ...groups.map(({ name, entries }) => ({
      title: name,
      links: entries.map(({ id, method, operation }) => ({
        href: `#${id}`,
        label: html`<span>${operation.summary}</span>${renderMethod(method)}`,
      })),
    })),
    ...(webhooks.length > 0 ? [events] : []),
    {
      title: 'Errors',
      links: [
        { href: `#${ids.errors}`, label: 'Codes by endpoint' },
        { href: errorIndexAddress, label: 'All error codes' },
      ],
    },
    {
      title: 'Schemas',
      links: Object.keys(document.components.schemas).map((name) => ({ href: schemaAddress(name), label: name })),
    },
  ];
}

function renderGroup(document: OpenApiDocument, group: OperationGroup): Html {
  const endpoints = group.entries.map(
    ({ id, method, path }) => html`<li><a href="#${id}">${renderMethod(method)} ${renderPath(path)}</a></li>`,
  );
  return html`<section class="group">
<div class="pair">
<div class="prose"><h2 id="${group.id}">${group.name}</h2>${renderMarkdown(group.description)}</div>
<div class="samples"><div class="panel endpoints"><header><p>Endpoints</p></header><ul class="links">${endpoints}</ul></div></div>
</div>
${group.entries.map((entry) => renderOperation(document, entry))}
</section>`;
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

function renderErrors(groups: readonly OperationGroup[]): Html {
  const all = groups.flatMap(({ entries }) => entries);
  const items = collectCodes(all).map(([code, { status, entries }]) => {
    const links = entries.map(
      ({ id, operation }, index) => html`${index > 0 && ', '}<a href="#${id}">${operation.summary}</a>`,
    );
    return html`<li><span>${renderErrorLink(code)} <span class="status ${statusKind(status)}">${status}</span></span> <span>${entries.length === all.length ? 'Every endpoint' : links}</span></li>`;
  });
  return html`<section class="guide" id="${ids.errors}">
<h2>Error codes</h2>
<p>The endpoints that return each code. For what a code means and how to fix it, see <a href="${errorIndexAddress}">all error codes</a>.</p>
<ul class="codes">${items}</ul>
</section>`;
}

/** The API reference, rendered from an OpenAPI 3.1 document. Its schemas have another page. */
export function renderReference(document: OpenApiDocument): string {
  const { title, version, description } = document.info;
  const guide = splitGuide(description);
  const groups = listOperations(document);
  const webhooks = listWebhooks(document);
  const sections = guide.sections.map(
    (section) => html`<section class="guide" id="${section.id}">
<h2><a class="anchor" href="#${section.id}">${section.title}</a></h2>
${renderMarkdown(section.body)}
</section>`,
  );
  return renderPage({
    title: `${title} API reference`,
    description: `API reference of ${title}`,
    note: html`<span class="version">${version}</span>`,
    navigation: buildNavigation(document, guide, groups, webhooks),
    main: html`${renderIntroduction(document, guide.opening, groups, ids.introduction)}
${sections}
${groups.map((group) => renderGroup(document, group))}
${renderWebhooks(document, webhooks, ids.webhooks)}
${renderErrors(groups)}`,
  });
}
