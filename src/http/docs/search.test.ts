import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../domain/errors.ts';
import { buildSearchIndex, buildSearchTexts, type SearchEntry } from './build-search-index.ts';
import { DocsSite } from './docs-site.ts';
import type { Schema } from './open-api-types.ts';
import { publicDocument } from './real-documents.test-fixture.ts';

/** The script that browsers load. */
const script: string = './find-entries.js';
const { findEntries } = (await import(script)) as {
  findEntries: (entries: readonly SearchEntry[], query: string, texts?: Record<string, string>) => SearchEntry[];
};

const index = buildSearchIndex(publicDocument);
const texts = buildSearchTexts();

const find = (query: string) => findEntries(index, query);

const operations = Object.entries(publicDocument.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

/** Every name in the properties of a schema, however deep. */
function namesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { properties = {}, items, anyOf = [], allOf = [], additionalProperties } = node as Schema;
  const inside = [...Object.values(properties), items, ...anyOf, ...allOf, additionalProperties];
  return [...Object.keys(properties), ...inside.flatMap(namesIn)];
}

describe('the search', () => {
  it.each(operations.map(({ path, method, operation }) => [`${method.toUpperCase()} ${path}`, operation.summary]))(
    'finds %s, by path and by name',
    (call, summary) => {
      expect(find(call).map(([title]) => title)).toContain(summary);
      expect(find(summary)[0]?.slice(0, 2)).toEqual([summary, 'Endpoint']);
    },
  );

  it('finds every field, parameter and header', () => {
    const bodies = operations.flatMap(({ operation }) => [
      ...Object.values(operation.requestBody?.content ?? {}),
      ...Object.values(operation.responses).flatMap((response) => Object.values(response.content ?? {})),
    ]);
    const names = new Set([
      ...Object.values(publicDocument.components.schemas).flatMap(namesIn),
      ...bodies.flatMap(({ schema }) => namesIn(schema)),
      ...operations.flatMap(({ operation }) => operation.parameters.map(({ name }) => name)),
      ...operations.flatMap(({ operation }) =>
        Object.values(operation.responses).flatMap(({ headers }) => Object.keys(headers)),
      ),
    ]);
    expect(names.size).toBeGreaterThan(200);
    const missing = [...names].filter(
      (name) => !find(name).some(([title, kind]) => title === name && kind === 'Field'),
    );
    expect(missing).toEqual([]);
  });

  it.each(Object.keys(ERRORS))('finds the error %s', (code) => {
    expect(find(code).slice(0, 2)).toContainEqual(expect.arrayContaining([code, 'Error']));
  });

  it('finds every event and every schema', () => {
    for (const type of Object.keys(publicDocument.webhooks ?? {})) expect(find(type)[0]?.[0]).toBe(type);
    for (const name of Object.keys(publicDocument.components.schemas)) {
      expect(find(name).map(([title]) => title)).toContain(name);
    }
  });

  it.each([
    ['idempotency', 'Idempotency'],
    ['going live', 'Going live'],
    ['backup', 'Backup and restore'],
    ['RETURN_URL', 'return_url'],
    ['  create   payment  ', 'Create a payment intent'],
    ['zzzz', undefined],
    ['', undefined],
  ])('answers %j with %s', (query, title) => {
    if (title === undefined) expect(find(query)).toEqual([]);
    else expect(find(query).map(([found]) => found)).toContain(title);
  });

  it.each([
    ['X-Forwarded-For', 'Client addresses', /^Operations: .*\bX-Forwarded-For\b/],
    ['smtp PASSWORD', 'Environment variables', /^Configuration: .*\bSMTP\b/],
    ['decides whose', 'Client addresses', /^Operations: .*\bdecides whose\b/],
  ])('finds %s in the text of a guide, and shows what stands around it', (query, title, about) => {
    expect(find(query).map(([name]) => name)).not.toContain(title);
    const found = findEntries(index, query, texts).find(([name]) => name === title);
    expect(found?.slice(1, 3)).toEqual(['Guide', expect.stringMatching(about)]);
    expect(found?.[2].length).toBeLessThan(200);
  });

  it('shows what has the words only in its text last', () => {
    const titles = find('idempotency');
    const all = findEntries(index, 'idempotency', texts);
    expect(all.length).toBeGreaterThan(titles.length);
    expect(all.slice(0, titles.length)).toEqual(titles);
  });

  it('has a text for every section, and for nothing else', () => {
    const sections = index.filter(([, kind]) => kind === 'Guide').map(([, , , address]) => address);
    expect(Object.keys(texts)).toEqual(sections);
  });

  it('leads only to pages that exist', () => {
    const { pages } = new DocsSite(publicDocument);
    const broken = index.filter(([, , , address]) => !pages.has(address.split('#')[0] ?? ''));
    expect(broken).toEqual([]);
  });
});
