import { once } from '../../domain/once.ts';
import { HTML_HEADERS } from '../server/html-headers.ts';
import { jsonFile, type StaticFile, staticFile } from '../server/static-files.ts';
import { buildSearchIndex, buildSearchTexts } from './build-search-index.ts';
import { errorAddress, errorIndexAddress } from './error-links.ts';
import { errorPages } from './error-pages.ts';
import { GUIDES, guideAddress } from './guides.ts';
import { listOperations } from './list-operations.ts';
import { listWebhooks } from './list-webhooks.ts';
import { siteNavigation } from './navigation.ts';
import type { OpenApiDocument } from './open-api-types.ts';
import { CODES_ADDRESS, EVENTS_ADDRESS, groupAddress, operationAddress } from './reference-links.ts';
import { renderErrorIndex, renderErrorPage } from './render-error-page.ts';
import { renderGuide } from './render-guide.ts';
import { renderHome } from './render-home.ts';
import { renderCodesPage, renderEventsPage, renderGroup, renderOperationPage } from './render-reference.ts';
import { renderSchemaIndex, renderSchemaPage } from './render-schemas.ts';
import { SCHEMAS_PATH, schemaAddress } from './schema-links.ts';

/** A few hundred kilobytes at most: what people read at the same time. Rendering another page takes milliseconds. */
const KEPT_MAX = 16;

/** All pages of the documentation by their address. A page is rendered when somebody asks for it. */
export class DocsSite {
  readonly pages: ReadonlyMap<string, () => string>;
  /** What the search reads: it takes longer to build than a page, so it is kept. */
  readonly #search: ReadonlyMap<string, () => StaticFile>;
  readonly #kept = new Map<string, StaticFile>();

  constructor(document: OpenApiDocument) {
    this.pages = listPages(document);
    this.#search = new Map<string, () => StaticFile>([
      ['/docs/search.json', once(() => jsonFile(buildSearchIndex(document)))],
      ['/docs/search-texts.json', once(() => jsonFile(buildSearchTexts()))],
    ]);
  }

  /** Undefined if there is no such page. */
  file(address: string): StaticFile | undefined {
    const search = this.#search.get(address);
    if (search) return search();
    const kept = this.#kept.get(address) ?? this.#render(address);
    if (!kept) return undefined;
    this.#kept.delete(address);
    this.#kept.set(address, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
    return kept;
  }

  #render(address: string): StaticFile | undefined {
    const render = this.pages.get(address);
    return render && staticFile(HTML_HEADERS['content-type'], render());
  }
}

function listPages(document: OpenApiDocument): Map<string, () => string> {
  const groups = listOperations(document);
  const site = siteNavigation(document, groups);
  const webhooks = listWebhooks(document);
  const operations = groups.flatMap((group) => group.entries.map((entry) => ({ group, entry })));
  return new Map<string, () => string>([
    ['/docs', () => renderHome(document, groups, site)],
    ...GUIDES.flatMap(({ guides }) => guides).map((guide): [string, () => string] => [
      guideAddress(guide.name),
      () => renderGuide(guide, site),
    ]),
    ...groups.map((group): [string, () => string] => [groupAddress(group), () => renderGroup(group, site)]),
    ...operations.map(({ group, entry }): [string, () => string] => [
      operationAddress(entry),
      () => renderOperationPage(document, group, entry, site),
    ]),
    ...(webhooks.length > 0
      ? [[EVENTS_ADDRESS, () => renderEventsPage(document, webhooks, site)] as [string, () => string]]
      : []),
    [CODES_ADDRESS, () => renderCodesPage(groups, site)],
    [SCHEMAS_PATH, () => renderSchemaIndex(document, site)],
    ...Object.keys(document.components.schemas).map((name): [string, () => string] => [
      schemaAddress(name),
      () => renderSchemaPage(document, name, site),
    ]),
    [errorIndexAddress, () => renderErrorIndex(errorPages, site)],
    ...errorPages.map((page): [string, () => string] => [
      errorAddress(page.code),
      () => renderErrorPage(page, errorPages, site),
    ]),
  ]);
}
