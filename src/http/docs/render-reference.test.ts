import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { OpenApiDocument } from './open-api-types.ts';
import { expectBalanced, readTags, readText } from './read-tags.test-fixture.ts';
import { dashboardDocument, publicDocument } from './real-documents.test-fixture.ts';
import { renderReference } from './render-reference.ts';
import { renderSchemas } from './render-schemas.ts';
import { slugify } from './slugify.ts';

const page = renderReference(publicDocument);
const operations = Object.values(publicDocument.paths).flatMap((item) => Object.values(item));

function sectionOf(id: string): string {
  const start = page.search(new RegExp(`<section class="pair[^"]*" id="${id}"`));
  expect(start).toBeGreaterThan(0);
  const end = page.indexOf('class="pair', start + 30);
  return page.slice(start, end === -1 ? undefined : end);
}

describe.each([
  ['public', publicDocument],
  ['dashboard', dashboardDocument],
])('the pages of the %s document', (_, document) => {
  const reference = renderReference(document);
  const schemaPage = renderSchemas(document);

  it('link to each other', () => {
    const anchors = new Set(readTags(schemaPage).flatMap(({ attributes }) => attributes.get('id') ?? []));
    const links = [reference, schemaPage].flatMap((markup) =>
      readTags(markup).flatMap(
        ({ attributes }) => /^\/docs\/schemas#(.*)$/.exec(attributes.get('href') ?? '')?.[1] ?? [],
      ),
    );
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter((link) => !anchors.has(link))).toEqual([]);
    expect(readTags(schemaPage).some(({ attributes }) => attributes.get('href') === '/docs')).toBe(true);
  });

  it('show every name, description and title in the document', () => {
    const shown = readText(reference + schemaPage).replace(/\s+/g, ' ');
    const schemas = Object.values(document.components.schemas);
    const fields = schemas.flatMap(({ properties = {} }) => Object.keys(properties));
    const summaries = Object.values(document.paths).flatMap((item) => Object.values(item).map((one) => one.summary));
    const descriptions = schemas.flatMap(({ description }) => description ?? []);
    for (const text of [...fields, ...summaries, ...descriptions.map((one) => one.replaceAll('`', ''))]) {
      expect(shown).toContain(text);
    }
  });
});

describe.each([
  ['reference of the public API', renderReference(publicDocument)],
  ['reference of the dashboard’s API', renderReference(dashboardDocument)],
  ['schemas of the public API', renderSchemas(publicDocument)],
  ['schemas of the dashboard’s API', renderSchemas(dashboardDocument)],
])('the page %s', (_, markup) => {
  const tags = readTags(markup);

  it('is well-formed', () => {
    expectBalanced(tags);
  });

  it('has no duplicate id and no broken link', () => {
    const ids = tags.flatMap(({ attributes }) => attributes.get('id') ?? []);
    const links = tags.flatMap(({ attributes }) => /^#(.*)$/.exec(attributes.get('href') ?? '')?.[1] ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((link) => !ids.includes(link))).toEqual([]);
  });

  it('follows the content security policy', () => {
    const names = new Set(tags.flatMap(({ attributes }) => Array.from(attributes.keys())));
    expect([...names].filter((name) => name === 'style' || name.startsWith('on'))).toEqual([]);
    const scripts = tags.filter(({ name, closing }) => name === 'script' && !closing);
    expect(scripts.map(({ attributes }) => attributes.get('src'))).toEqual(['/docs/docs.js']);
    expect(markup).toContain('<link rel="stylesheet" href="/docs/docs.css">');
    expect(tags.some(({ name }) => name === 'style')).toBe(false);
  });

  it('has one h1 and skips no heading level', () => {
    const levels = tags.flatMap(({ name, closing }) =>
      closing ? [] : Number(/^h([1-6])$/.exec(name)?.[1] ?? []) || [],
    );
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  });
});

describe('the page as a whole', () => {
  it('has a skip link, landmarks and labeled choices', () => {
    expect(page.indexOf('class="skip" href="#content"')).toBeLessThan(page.indexOf('<header'));
    for (const landmark of ['<header', '<nav aria-label="Documentation"', '<main id="content"']) {
      expect(page).toContain(landmark);
    }
    const sets = page.split('<fieldset').slice(1);
    expect(sets.every((set) => set.includes('<legend'))).toBe(true);
  });

  it('has a small style sheet and script', () => {
    expect(readFileSync(new URL('docs.css', import.meta.url)).length).toBeLessThanOrEqual(12_000);
    expect(readFileSync(new URL('docs.js', import.meta.url)).length).toBeLessThanOrEqual(2000);
  });

  it('starts with the title, the version and the OpenAPI document', () => {
    expect(page).toContain(`<h1>${publicDocument.info.title}</h1>`);
    expect(page).toContain(`<span class="version">${publicDocument.info.version}</span>`);
    expect(page).toContain('href="/openapi.json"');
  });

  it('turns the headings of the description into sections', () => {
    const titles = [...publicDocument.info.description.matchAll(/^## (.*)$/gm)].map(([, title = '']) => title);
    expect(titles).toContain('Authentication');
    for (const title of titles) {
      expect(page).toContain(`<h2><a class="anchor" href="#${slugify(title)}">${title}</a></h2>`);
    }
  });

  it('groups the navigation by tag, then webhook events, errors and schemas', () => {
    const nav = page.slice(page.indexOf('<nav'), page.indexOf('</nav>'));
    const titles = [...nav.matchAll(/class="group">([^<]+)/g)].map((match) => match[1]);
    const tags = publicDocument.tags.map(({ name }) => name);
    expect(titles).toEqual(['Guide', ...tags, 'Webhook events', 'Errors', 'Schemas']);
  });

  it('lists each error code with its endpoints', () => {
    const list = page.slice(page.indexOf('id="error-codes"'));
    const codes = operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap((one) => one['x-error-codes']),
    );
    for (const code of new Set(codes.filter((one) => one !== undefined))) {
      expect(list).toContain(`<a href="/docs/errors/${code}"><code>${code}</code></a>`);
    }
    expect(list).toMatch(/<code>internal<\/code><\/a> <span class="status is-error">500<\/span><\/span> <span>Every/);
    expect(list).toMatch(/<code>idempotency_key_reused<.*<span><a href="#payment-intents-create">[^<]+<\/a><\/span>/);
  });

  it('sets every variable in the samples', () => {
    const text = readText(page);
    const used = new Set([...text.matchAll(/\$(FLORIN_\w+)/g)].map(([, name]) => name));
    const set = new Set([...text.matchAll(/export (FLORIN_\w+)='[^']+'/g)].map(([, name]) => name));
    expect(used.size).toBeGreaterThan(3);
    expect(set).toEqual(used);
  });
});

describe('an operation', () => {
  const create = sectionOf('payment-intents-create');
  const text = readText(create);

  it('shows method, path, authentication and scope', () => {
    expect(create).toContain('<span class="method is-post">POST</span>');
    expect(create).toContain('<span class="variable">{public_key}</span>');
    expect(create).toContain('<a href="#authentication">Authentication</a>: <code>Authorization: Bearer</code>');
    expect(create).toContain('The key needs the scope <code>payments:write</code>.');
    expect(sectionOf('currencies-list')).toContain('No authentication');
  });

  it('shows fields with type, requirement and limits', () => {
    expect(create).toMatch(
      /<code class="field-name">items<\/code> <span class="type">array of objects<\/span> <span class="required">/,
    );
    for (const words of ['1–100 items', 'integer or string', 'Fields of customer', 'Fields of each item of items']) {
      expect(text).toContain(words);
    }
  });

  it('shows one request for each example, in each language', () => {
    const examples = Object.keys(
      publicDocument.paths['/{public_key}/create_checkout_payment_intent']?.post?.requestBody?.content[
        'application/json'
      ]?.examples ?? {},
    );
    expect(examples.length).toBeGreaterThan(1);
    expect(create.match(/<details name="example-/g)).toHaveLength(examples.length);
    for (const language of ['curl', 'javascript', 'python']) {
      expect(create.split(`data-language="${language}"`)).toHaveLength(examples.length + 1);
    }
  });

  it('shows each status with its codes and an example of each code', () => {
    expect(create).toContain('href="/docs/errors/idempotency_key_reused"');
    expect(text).toContain('"type": "https://pay.example.com/docs/errors/idempotency_key_reused"');
  });

  it('shows parameters with limits and default, without JSON quotes', () => {
    const list = sectionOf('payment-intents-list');
    expect(list).toContain('<li>default <code>20</code></li>');
    expect(create).toContain('<li>1–255 characters</li>');
  });
});

describe('the webhook events', () => {
  const webhooks = Object.entries(publicDocument.webhooks ?? {});
  const nav = page.slice(page.indexOf('<nav'), page.indexOf('</nav>'));

  it('are listed with their meaning and an example, and in the navigation', () => {
    expect(webhooks.length).toBeGreaterThan(10);
    for (const [type, { post }] of webhooks) {
      const id = slugify(`event ${type}`);
      const section = sectionOf(id);
      const text = readText(section);
      expect(text).toContain(post.summary.replaceAll('`', ''));
      expect(text).toContain(`"type": "${type}"`);
      expect(section).toContain(`aria-label="Body of ${type}"`);
      expect(readText(nav)).toContain(type);
      expect(nav).toContain(`href="#${id}"`);
    }
  });

  it('share their headers and responses, which are shown once', () => {
    const [[, first] = []] = webhooks;
    for (const [, { post }] of webhooks) {
      expect(post.parameters).toEqual(first?.post.parameters);
      expect(post.responses).toEqual(first?.post.responses);
    }
    const shared = sectionOf('webhook-request');
    const text = readText(shared);
    for (const { name, example } of first?.post.parameters ?? []) expect(text).toContain(`${name}: ${example}`);
    for (const { description } of Object.values(first?.post.responses ?? {})) expect(text).toContain(description);
    expect(shared).toContain('<a href="/docs/schemas#schema-Event">Event</a>');
  });

  it('are left out without any', () => {
    expect(renderReference(dashboardDocument)).not.toContain('Webhook events');
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
    const markup = renderReference(poison(publicDocument) as OpenApiDocument);
    const found = readTags(markup);
    expectBalanced(found);
    expect(readText(markup).split('<script>alert(1)</script>').length).toBeGreaterThan(1000);
    expect(found.filter(({ name }) => ['img', 'b', 'i'].includes(name))).toEqual([]);
    expect(found.filter(({ name, closing }) => name === 'script' && !closing)).toHaveLength(1);
    const attributes = found.flatMap((tag) => Array.from(tag.attributes));
    expect(attributes.filter(([name]) => name.startsWith('on') || name === 'style')).toEqual([]);
    expect(attributes.filter(([name, value]) => name === 'href' && /^\s*javascript/i.test(value))).toEqual([]);
  });
});
