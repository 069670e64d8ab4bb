import { errorIndexAddress, renderErrorLink } from './error-links.ts';
import { type Html, html } from './html.ts';
import { listOperations, type OperationEntry, type OperationGroup } from './list-operations.ts';
import type { OpenApiDocument } from './open-api-types.ts';
import { renderCodeBlock } from './render-code-block.ts';
import { renderNamedSchema, schemaAnchor, schemaPointer } from './render-fields.ts';
import { renderIntroduction } from './render-introduction.ts';
import { renderInlineMarkdown, renderMarkdown } from './render-markdown.ts';
import { renderMethod, renderOperation, renderPath } from './render-operation.ts';
import { type NavigationGroup, renderPage } from './render-page.ts';
import { statusKind } from './render-status.ts';
import { sampleValue } from './sample-value.ts';
import { splitGuide } from './split-guide.ts';

type Guide = ReturnType<typeof splitGuide>;

const ids = { content: 'content', introduction: 'introduction', errors: 'error-codes', schemas: 'schemas' };

function buildNavigation(
  document: OpenApiDocument,
  guide: Guide,
  groups: readonly OperationGroup[],
): NavigationGroup[] {
  const schemas = Object.keys(document.components?.schemas ?? {});
  return [
    {
      title: 'Guide',
      links: [
        { href: `#${ids.introduction}`, label: 'Introduction' },
        ...guide.sections.map(({ id, title }) => ({ href: `#${id}`, label: renderInlineMarkdown(title) })),
        { href: '/openapi.json', label: 'OpenAPI document' },
      ],
    },
    ...groups.map(({ name, entries }) => ({
      title: name,
      links: entries.map(({ id, method, title }) => ({
        href: `#${id}`,
        label: html`<span>${title}</span>${renderMethod(method)}`,
      })),
    })),
    {
      title: 'Errors',
      links: [
        { href: `#${ids.errors}`, label: 'Codes by operation' },
        { href: errorIndexAddress, label: 'What each code means' },
      ],
    },
    ...(schemas.length === 0
      ? []
      : [{ title: 'Schemas', links: schemas.map((name) => ({ href: `#${schemaAnchor(name)}`, label: name })) }]),
  ];
}

function renderGroup(document: OpenApiDocument, group: OperationGroup, authentication: string | undefined): Html {
  const endpoints = group.entries.map(
    ({ id, method, path }) => html`<li><a href="#${id}">${renderMethod(method)} ${renderPath(path)}</a></li>`,
  );
  return html`<section class="group">
<div class="pair">
<div class="prose"><h2 id="${group.id}">${group.name}</h2>${renderMarkdown(group.description)}</div>
<div class="samples"><div class="panel endpoints"><header><p>Endpoints</p></header><ul class="links">${endpoints}</ul></div></div>
</div>
${group.entries.map((entry) => renderOperation(document, entry, authentication))}
</section>`;
}

interface CodeUse {
  readonly statuses: Set<string>;
  readonly entries: Set<OperationEntry>;
}

function collectCodes(groups: readonly OperationGroup[]): [string, CodeUse][] {
  const uses = new Map<string, CodeUse>();
  for (const entry of groups.flatMap(({ entries }) => entries)) {
    for (const { status, response } of entry.responses) {
      for (const code of response['x-error-codes'] ?? []) {
        const use = uses.get(code) ?? { statuses: new Set(), entries: new Set() };
        uses.set(code, use);
        use.statuses.add(status);
        use.entries.add(entry);
      }
    }
  }
  return [...uses].sort(([a], [b]) => a.localeCompare(b, 'en'));
}

function renderErrors(groups: readonly OperationGroup[]): Html {
  const rows = collectCodes(groups).map(([code, { statuses, entries }]) => {
    const badges = [...statuses].map((status) => html`<span class="status ${statusKind(status)}">${status}</span> `);
    const uses = [...entries].map(({ id, title }, index) => html`${index > 0 && ', '}<a href="#${id}">${title}</a>`);
    return html`<tr><td>${renderErrorLink(code)}</td><td>${badges}</td><td>${uses}</td></tr>`;
  });
  const table = html`<div class="table" tabindex="0" role="group" aria-label="Error codes"><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Returned by</th></tr></thead><tbody>${rows}</tbody></table></div>`;
  return html`<section class="guide" id="${ids.errors}">
<h2>Error codes</h2>
<p>Every code has a page of its own that tells what it means and how to mend it: see <a href="${errorIndexAddress}">all error codes</a>.</p>
${rows.length > 0 && table}
</section>`;
}

function renderSchemaSection(document: OpenApiDocument, name: string): Html {
  const anchor = schemaAnchor(name);
  const sample = sampleValue(document, { $ref: schemaPointer(name) });
  const example =
    sample !== undefined && renderCodeBlock(JSON.stringify(sample, null, 2), 'json', `Example of ${name}`);
  return html`<section class="pair" id="${anchor}">
<div class="prose"><h3><a class="anchor" href="#${anchor}">${name}</a></h3>
${renderNamedSchema(document, name)}</div>
<div class="samples">${example && html`<div class="panel"><header><p>Example</p></header>${example}</div>`}</div>
</section>`;
}

function renderSchemas(document: OpenApiDocument): Html | undefined {
  const schemas = Object.keys(document.components?.schemas ?? {});
  if (schemas.length === 0) return undefined;
  return html`<section class="group"><h2 id="${ids.schemas}">Schemas</h2>
${schemas.map((name) => renderSchemaSection(document, name))}</section>`;
}

/** Drawing takes tens of milliseconds, too long to hold up payments at each visit, and a document does not change. */
const drawn = new WeakMap<OpenApiDocument, string>();

/** The whole API reference as one page, drawn from an OpenAPI 3.1 document. */
export function renderReference(openapi: OpenApiDocument): string {
  const page = drawn.get(openapi) ?? drawReference(openapi);
  drawn.set(openapi, page);
  return page;
}

function drawReference(openapi: OpenApiDocument): string {
  const schemas = Object.keys(openapi.components?.schemas ?? {});
  const taken = new Set([...Object.values(ids), ...schemas.map(schemaAnchor)]);
  const guide = splitGuide(openapi.info.description ?? '');
  const groups = listOperations(openapi, taken);
  const authentication = guide.sections.find(({ id }) => id.startsWith('authentication'))?.id;
  const sections = guide.sections.map(
    ({ id, title, body }) => html`<section class="guide" id="${id}">
<h2><a class="anchor" href="#${id}">${renderInlineMarkdown(title)}</a></h2>
${renderMarkdown(body)}
</section>`,
  );
  return renderPage({
    title: `${openapi.info.title}: API reference`,
    description: openapi.info.summary ?? `API reference of ${openapi.info.title}`,
    note: html`<span class="version">${openapi.info.version}</span>`,
    navigation: buildNavigation(openapi, guide, groups),
    main: html`${renderIntroduction(openapi, guide.opening, groups, ids.introduction)}
${sections}
${groups.map((group) => renderGroup(openapi, group, authentication))}
${renderErrors(groups)}
${renderSchemas(openapi)}`,
  });
}
