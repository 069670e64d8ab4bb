import { errorIndexAddress } from './error-links.ts';
import { GUIDES, guideAddress } from './guides.ts';
import type { OperationGroup } from './list-operations.ts';
import type { OpenApiDocument } from './open-api-types.ts';
import { readGuide } from './read-guide.ts';
import { CODES_ADDRESS, EVENTS_ADDRESS, groupAddress } from './reference-links.ts';
import type { NavigationGroup, NavigationLink } from './render-page.ts';
import { SCHEMAS_PATH } from './schema-links.ts';

const overview: NavigationLink = { href: '/docs', label: 'Overview' };

const openapi: NavigationLink = { href: '/openapi.json', label: 'OpenAPI document' };

/** The links that every page has: all guides, and the parts of the reference. */
export function siteNavigation(document: OpenApiDocument, groups: readonly OperationGroup[]): NavigationGroup[] {
  const guides = GUIDES.map(({ title, guides: all }) => ({
    title,
    links: all.map((guide) => ({ href: guideAddress(guide.name), label: readGuide(guide).title })),
  }));
  const reference = {
    title: 'API reference',
    links: [
      ...groups.map((group) => ({ href: groupAddress(group), label: group.name })),
      ...(document.webhooks ? [{ href: EVENTS_ADDRESS, label: 'Webhook events' }] : []),
      { href: errorIndexAddress, label: 'Error codes' },
      { href: CODES_ADDRESS, label: 'Codes by endpoint' },
      { href: SCHEMAS_PATH, label: 'Schemas' },
      openapi,
    ],
  };
  return [{ title: 'Documentation', links: [overview] }, ...guides, reference];
}

/** Marks the current page. The pages next to it come right after the first group. */
export function navigationAt(
  site: readonly NavigationGroup[],
  current: string,
  nearby?: NavigationGroup,
): readonly NavigationGroup[] {
  const [first, ...others] = site;
  return [...(first ? [first] : []), ...(nearby ? [nearby] : []), ...others].map(({ title, links }) => ({
    title,
    links: links.map(({ href, label }) => ({ href, label, current: href === current })),
  }));
}
