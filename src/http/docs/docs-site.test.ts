import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DocsSite } from './docs-site.ts';
import { GUIDES } from './guides.ts';
import type { OpenApiDocument } from './open-api-types.ts';
import { expectBalanced, readTags, readText, type Tag } from './read-tags.test-fixture.ts';
import { dashboardDocument, publicDocument } from './real-documents.test-fixture.ts';
import { slugify } from './slugify.ts';

/** What the source says about a page, in a string: warnings, errors and descriptions. */
function namedPages(): string[] {
  const folder = new URL('../../', import.meta.url);
  const files = globSync('{domain,usecases,http,cli,main}/**/*.ts', { cwd: folder });
  const texts = files
    .filter((file) => !/\.test(-fixture)?\.ts$/.test(file))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'));
  return texts.flatMap((text) => text.match(/(?<=['"`( ])\/docs\/[a-z_/-]+(?=['"`)#?. ,])(?!\.[a-z])/g) ?? []);
}

const BYTES_MAX = 150_000;

const site = new DocsSite(publicDocument);

const renderAll = (pages: DocsSite['pages']) =>
  Array.from(pages, ([address, render]) => {
    const markup = render();
    return { address, markup, tags: readTags(markup) };
  });

const pageAt = (address: string): string => site.pages.get(address)?.() ?? '';

const home = pageAt('/docs');

const hrefsOf = (tags: Tag[]) =>
  tags.flatMap(({ name, attributes }) => (name === 'a' ? (attributes.get('href') ?? []) : []));

const idsOf = (tags: Tag[]) => tags.flatMap(({ attributes }) => attributes.get('id') ?? []);

describe.each([
  ['public', publicDocument],
  ['dashboard', dashboardDocument],
])('the pages of the %s document', (_, document) => {
  const all = renderAll(new DocsSite(document).pages);
  const ids = new Map(all.map(({ address, tags }) => [address, new Set(idsOf(tags))]));

  it('have fewer bytes than the limit', () => {
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter(({ markup }) => Buffer.byteLength(markup) >= BYTES_MAX).map(({ address }) => address)).toEqual(
      [],
    );
  });

  it('are well-formed', () => {
    for (const { tags } of all) expectBalanced(tags);
  });

  it('have no duplicate ids', () => {
    for (const { address, tags } of all)
      expect([address, ids.get(address)?.size]).toEqual([address, idsOf(tags).length]);
  });

  it('link only to pages and sections that exist', () => {
    const broken = all.flatMap(({ address, tags }) =>
      hrefsOf(tags)
        .filter((href) => /^(#|\/docs)/.test(href))
        .filter((href) => {
          const [path = '', id] = href.split('#');
          const target = ids.get(path === '' ? address : path);
          return !target || (id !== undefined && !target.has(id));
        })
        .map((href) => `${address}: ${href}`),
    );
    expect(broken).toEqual([]);
  });

  it('are all reached from the first one', () => {
    const linked = new Set(all.flatMap(({ tags }) => hrefsOf(tags).map((href) => href.split('#')[0])));
    expect(all.map(({ address }) => address).filter((address) => !linked.has(address))).toEqual([]);
  });

  it('follow the content security policy', () => {
    for (const { markup, tags } of all) {
      const names = new Set(tags.flatMap(({ attributes }) => Array.from(attributes.keys())));
      expect([...names].filter((name) => name === 'style' || name.startsWith('on'))).toEqual([]);
      const scripts = tags.filter(({ name, closing }) => name === 'script' && !closing);
      expect(scripts.map(({ attributes }) => attributes.get('src'))).toEqual(['/docs/docs.js']);
      expect(markup).toContain('<link rel="stylesheet" href="/docs/docs.css">');
      expect(tags.some(({ name }) => name === 'style')).toBe(false);
    }
  });

  it('have one h1 and skip no heading level', () => {
    for (const { address, tags } of all) {
      const levels = tags.flatMap(({ name, closing }) =>
        closing ? [] : Number(/^h([1-6])$/.exec(name)?.[1] ?? []) || [],
      );
      expect([address, levels.filter((level) => level === 1).length]).toEqual([address, 1]);
      expect([address, levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)]).toEqual([address, []]);
    }
  });

  it('have a skip link, landmarks, one current page and labeled choices', () => {
    for (const { address, markup } of all) {
      expect(markup.indexOf('class="skip" href="#content"')).toBeLessThan(markup.indexOf('<header'));
      for (const landmark of ['<header', '<nav aria-label="Documentation"', '<main id="content"']) {
        expect(markup).toContain(landmark);
      }
      const column = markup.slice(markup.indexOf('<div class="column">'), markup.indexOf('<main'));
      expect([address, column.split('aria-current="page"').length - 1]).toEqual([address, 1]);
      expect(
        markup
          .split('<fieldset')
          .slice(1)
          .every((set) => set.includes('<legend')),
      ).toBe(true);
    }
  });

  it('show every name, description and title in the document', () => {
    const shown = all.map(({ markup }) => readText(markup).replace(/\s+/g, ' ')).join('\n');
    const schemas = Object.values(document.components.schemas);
    const fields = schemas.flatMap(({ properties = {} }) => Object.keys(properties));
    const summaries = Object.values(document.paths).flatMap((item) => Object.values(item).map((one) => one.summary));
    const descriptions = schemas.flatMap(({ description }) => description ?? []);
    for (const text of [...fields, ...summaries, ...descriptions.map((one) => one.replaceAll('`', ''))]) {
      expect(shown).toContain(text);
    }
  });
});

describe('the files that pages load', () => {
  it.each([
    ['docs.css', 16_000],
    ['docs.js', 4_000],
    ['search.js', 5_000],
    ['find-entries.js', 3_000],
    ['try-it.js', 4_000],
  ])('%s is small', (name, bytesMax) => {
    expect(readFileSync(new URL(name, import.meta.url)).length).toBeLessThanOrEqual(bytesMax);
  });
});

const exportsIn = (text: string) => new Set([...text.matchAll(/export (\w+)='[^']+'/g)].map(([, name]) => name));

describe('the first page', () => {
  it('has the title, the version, and a way to the guides and the OpenAPI document', () => {
    expect(home).toContain(`<h1>${publicDocument.info.title}</h1>`);
    expect(home).toContain(`<span class="version">${publicDocument.info.version}</span>`);
    for (const href of ['/openapi.json', '/docs/guides/first-payment', '/docs/reference/payment-intents']) {
      expect(hrefsOf(readTags(home))).toContain(href);
    }
  });

  it('turns the headings of the description into sections', () => {
    const titles = [...publicDocument.info.description.matchAll(/^## (.*)$/gm)].map(([, title = '']) => title);
    expect(titles).toContain('Authentication');
    for (const title of titles) {
      expect(home).toContain(`<h2><a class="anchor" href="#${slugify(title)}">${title}</a></h2>`);
    }
  });

  it('sets the keys, with placeholders that replace nothing real', () => {
    expect(readText(home)).toContain("export PUBLIC_KEY='fpk_test_…'\nexport PRIVATE_KEY='fsk_test_…'");
    expect([...exportsIn(readText(home))]).toEqual(['PUBLIC_KEY', 'PRIVATE_KEY']);
  });

  it('leaves every other variable of a sample to the page of the sample', () => {
    const pages = renderAll(site.pages).filter(({ address }) => address.startsWith('/docs/reference/'));
    const used = new Set<string>();
    for (const text of pages.map(({ markup }) => readText(markup))) {
      const names = [...text.matchAll(/\$([A-Z]\w+)/g)].map(([, name = '']) => name);
      expect([...exportsIn(text)]).toEqual(expect.arrayContaining(names));
      for (const name of names) used.add(name);
    }
    expect([...used]).toEqual(expect.arrayContaining(['PUBLIC_KEY', 'PRIVATE_KEY', 'WALLET_ID']));
    // A shell where one of these is replaced finds no program anymore.
    for (const name of ['PATH', 'HOME', 'USER', 'SHELL', 'TERM', 'LANG', 'PWD', 'IFS'])
      expect(used).not.toContain(name);
  });
});

describe('the guides', () => {
  const guides = GUIDES.flatMap((group) => group.guides);

  it.each(guides.map(({ name }) => name))('%s shows the text of its document, without comments', (name) => {
    const text = readText(pageAt(`/docs/guides/${name}`));
    expect(text.length).toBeGreaterThan(1_500);
    expect(text).not.toMatch(/<!--(?! Sec)/);
    expect(text).not.toMatch(/\]\([\w./-]+\.md/);
    // A picture that the server does not have.
    expect(text).not.toMatch(/^!\w/m);
  });

  it('has only the first steps of the README', () => {
    const text = readText(pageAt('/docs/guides/first-payment'));
    expect(text).toContain('npm ci');
    expect(text).toContain('Prefer: return=representation');
    expect(text).not.toContain('Supported platforms');
  });

  it('keeps the text of a link to a document that is no page', () => {
    const page = pageAt('/docs/guides/configuration');
    expect(readText(page)).toContain('ADR 0029');
    expect(hrefsOf(readTags(page)).filter((href) => href.includes('adr/'))).toEqual([]);
  });
});

describe('a hostile document', () => {
  const payload = `"'><script>alert(1)</script><img src=x onerror=alert(1)> \`</code><b>\` [x](javascript:alert(1)) **</strong>** | \n## <i>\n`;
  const structural = new Set(['$ref', 'in', 'type']);

  function poison(node: unknown, key = ''): unknown {
    if (typeof node === 'string') return structural.has(key) ? node : `${node}${payload}`;
    if (Array.isArray(node)) return node.map((item) => poison(item, key));
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, poison(value, name)]));
  }

  it('becomes text everywhere', () => {
    const pages = new DocsSite(poison(publicDocument) as OpenApiDocument).pages;
    const all = renderAll(pages);
    for (const { tags: found } of all) {
      expectBalanced(found);
      expect(found.filter(({ name }) => ['img', 'b', 'i'].includes(name))).toEqual([]);
      expect(found.filter(({ name, closing }) => name === 'script' && !closing)).toHaveLength(1);
      const attributes = found.flatMap((tag) => Array.from(tag.attributes));
      expect(attributes.filter(([name]) => name.startsWith('on') || name === 'style')).toEqual([]);
      expect(attributes.filter(([name, value]) => name === 'href' && /^\s*javascript/i.test(value))).toEqual([]);
    }
    expect(
      readText(all.map(({ markup }) => markup).join('')).split('<script>alert(1)</script>').length,
    ).toBeGreaterThan(1000);
  });
});

it('has every page that a warning, an error or a description names', () => {
  const named = namedPages();
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((address) => !site.pages.has(address))).toEqual([]);
});
