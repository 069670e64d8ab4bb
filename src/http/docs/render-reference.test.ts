import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { OpenApiDocument } from './open-api-types.ts';
import { expectBalanced, readTags, readText } from './read-tags.test-fixture.ts';
import { renderReference } from './render-reference.ts';
import { sampleDocument } from './sample-document.test-fixture.ts';

const page = renderReference(sampleDocument);
const tags = readTags(page);
const ids = tags.flatMap(({ attributes }) => attributes.get('id') ?? []);

function sectionOf(id: string): string {
  const start = page.indexOf(`id="${id}"`);
  const end = page.indexOf('class="pair', start);
  return page.slice(start, end === -1 ? undefined : end);
}

describe('the page as a whole', () => {
  it('is well-formed', () => {
    expectBalanced(tags);
  });

  it('has no id twice, and no link to a place that is not there', () => {
    expect(new Set(ids).size).toBe(ids.length);
    const fragments = tags.flatMap(({ attributes }) => /^#(.*)$/.exec(attributes.get('href') ?? '')?.[1] ?? []);
    expect(fragments.length).toBeGreaterThan(30);
    expect(fragments.filter((fragment) => !ids.includes(fragment))).toEqual([]);
  });

  it('keeps to the content security policy', () => {
    const names = new Set(tags.flatMap(({ attributes }) => Array.from(attributes.keys())));
    expect([...names].filter((name) => name === 'style' || name.startsWith('on'))).toEqual([]);
    const scripts = tags.filter(({ name, closing }) => name === 'script' && !closing);
    expect(scripts.map(({ attributes }) => attributes.get('src'))).toEqual(['/docs/docs.js']);
    expect(page).toContain('<link rel="stylesheet" href="/docs/docs.css">');
    expect(tags.some(({ name }) => name === 'style')).toBe(false);
  });

  it('has one h1 and skips no level of heading', () => {
    const levels = tags.flatMap(({ name, closing }) =>
      closing ? [] : Number(/^h([1-6])$/.exec(name)?.[1] ?? []) || [],
    );
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  });

  it('has a skip link, landmarks and labelled choices', () => {
    expect(page.indexOf('class="skip" href="#content"')).toBeLessThan(page.indexOf('<header'));
    for (const landmark of ['<header', '<nav aria-label="Documentation"', '<main id="content"']) {
      expect(page).toContain(landmark);
    }
    const sets = page.split('<fieldset').slice(1);
    expect(sets.every((set) => set.includes('<legend'))).toBe(true);
  });

  it('is drawn once for each document', () => {
    expect(renderReference(sampleDocument)).toBe(page);
    const other = { ...sampleDocument, info: { ...sampleDocument.info, title: 'Other' } };
    expect(renderReference(other)).toContain('<h1>Other</h1>');
  });

  it('keeps style sheet and script small', () => {
    expect(readFileSync(new URL('docs.css', import.meta.url)).length).toBeLessThanOrEqual(12_000);
    expect(readFileSync(new URL('docs.js', import.meta.url)).length).toBeLessThanOrEqual(2000);
  });
});

describe('what stands around the operations', () => {
  it('shows title, version and a link to the document', () => {
    expect(page).toContain('<h1>Florin API</h1>');
    expect(page).toContain('<span class="version">1.0.0</span>');
    expect(page).toContain('href="/openapi.json"');
  });

  it('makes sections of the headings in the description', () => {
    for (const id of ['authentication', 'errors', 'idempotency', 'limits']) {
      expect(page).toContain(`<a href="#${id}">`);
      expect(ids).toContain(id);
    }
  });

  it('groups the navigation by tag, then errors, then schemas', () => {
    const nav = page.slice(page.indexOf('<nav'), page.indexOf('</nav>'));
    const titles = [...nav.matchAll(/class="group">([^<]+)/g)].map((match) => match[1]);
    expect(titles).toEqual(['Guide', 'Payment intents', 'Catalogue', 'Health', 'Errors', 'Schemas']);
  });

  it('lists each error code with its operations', () => {
    const section = page.slice(page.indexOf('id="error-codes"'));
    expect(section).toContain('href="/docs/errors/amount_mismatch"');
    expect(section).toContain('<a href="#create-checkout-payment-intent">Create a payment intent</a>');
  });

  it('tells which variables the samples need', () => {
    expect(readText(page)).toContain("export FLORIN_PRIVATE_KEY='…'");
    expect(readText(page)).toContain("export FLORIN_PAYMENT_INTENT_ID='pi_01JZ6Q4Y8N3V'");
  });
});

describe('an operation', () => {
  const create = sectionOf('create-checkout-payment-intent');
  const text = readText(create);

  it('shows method, path and auth', () => {
    expect(create).toContain('<span class="method is-post">POST</span>');
    expect(create).toContain('<span class="variable">{public_key}</span>');
    expect(create).toContain('<a href="#authentication">Authentication</a>: <code>Authorization: Bearer</code>');
    expect(sectionOf('list-currencies')).toContain('No authentication');
  });

  it('shows fields with type, requirement and limits', () => {
    expect(create).toMatch(
      /<code class="field-name">items<\/code> <span class="type">array of objects<\/span> <span class="required">/,
    );
    for (const limit of ['1–100 items', '1–10,000', '60–86,400', '3 capital letters', 'digits only', 'up to 50 keys']) {
      expect(text).toContain(limit);
    }
    expect(text).toContain('integer or string');
    expect(text).toContain('3 fields of customer');
    expect(text).toContain('2 fields of each item of items');
  });

  it('shows one request for each named example, with quotes made safe', () => {
    expect(create.match(/<details name="example-/g)).toHaveLength(3);
    expect(create.match(/data-language="curl"/g)).toHaveLength(3);
    expect(text).toContain('"note": "It\'\\\'\'s a present"');
  });

  it('shows each status with its codes and an example that fits it', () => {
    expect(create).toContain('href="/docs/errors/idempotency_key_reused"');
    expect(text).toContain('"status": 409');
    expect(text).toContain('"type": "https://pay.example.com/docs/errors/idempotency_key_reused"');
    expect(text).toContain('"payment_intent_id": "pi_01JZ6Q4Y8N3V"');
  });

  it('sets each code beside its own title when the description has one for each', () => {
    const description = 'One thing; Another thing';
    const response = { description, 'x-error-codes': ['one', 'other'] };
    const markup = renderReference({ ...sampleDocument, paths: { '/x': { get: { responses: { '400': response } } } } });
    expect(markup).toContain('<code>other</code></a> Another thing</li>');
    expect(markup).not.toContain(description);
  });

  it('tells of the scope that a key needs', () => {
    const operation = { 'x-scope': 'payments:read' };
    const markup = renderReference({ ...sampleDocument, paths: { '/x': { get: operation } } });
    expect(markup).toContain('The key needs the scope <code>payments:read</code>.');
  });

  it('shows parameters with limits and default, without JSON quotes', () => {
    const list = sectionOf('list-payment-intents');
    expect(list).toContain('<li>1–100</li><li>default <code>20</code></li>');
    expect(create).toContain('<li>default <code>return=minimal</code></li>');
    expect(readText(list)).toContain('/payment_intents?limit=20"');
  });
});

describe('a document at the edge', () => {
  it('renders without anything optional', () => {
    const bare: OpenApiDocument = {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: { '/x': { get: {} } },
    };
    const markup = renderReference(bare);
    expectBalanced(readTags(markup));
    expect(readText(markup)).toContain('curl "$FLORIN_URL/x"');
  });

  it('stops at references that go in a circle or nowhere', () => {
    const loop = { type: 'object', properties: { next: { $ref: '#/components/schemas/Loop' } } };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Loop' } } };
    const lost = { 'application/json': { schema: { $ref: '#/components/schemas/Nowhere' } } };
    const markup = renderReference({
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: {
        '/x': { put: { requestBody: { content }, responses: { '200': { content: lost }, '404': { $ref: '#/b' } } } },
      },
      components: {
        schemas: {
          Loop: loop,
          Ping: { $ref: '#/components/schemas/Pong' },
          Pong: { $ref: '#/components/schemas/Ping' },
        },
      },
    });
    expectBalanced(readTags(markup));
    expect(markup).toContain('object <a href="#schema-Loop">Loop</a>');
  });
});

describe('a hostile document', () => {
  const payload = `"'><script>alert(1)</script><img src=x onerror=alert(1)> \`</code><b>\` [x](javascript:alert(1)) **</strong>** | \n## <i>\n`;
  const structural = new Set(['$ref', 'in', 'type', 'scheme', 'openapi', 'url']);

  function poison(node: unknown, key = ''): unknown {
    if (typeof node === 'string') return structural.has(key) ? node : `${node}${payload}`;
    if (Array.isArray(node)) return node.map((item) => poison(item, key));
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, poison(value, name)]));
  }

  it('becomes text, wherever it stands', () => {
    const markup = renderReference(poison(sampleDocument) as OpenApiDocument);
    const found = readTags(markup);
    expectBalanced(found);
    expect(readText(markup).split('<script>alert(1)</script>').length).toBeGreaterThan(300);
    expect(found.filter(({ name }) => ['img', 'b', 'i'].includes(name))).toEqual([]);
    expect(found.filter(({ name, closing }) => name === 'script' && !closing)).toHaveLength(1);
    const attributes = found.flatMap((tag) => Array.from(tag.attributes));
    expect(attributes.filter(([name]) => name.startsWith('on') || name === 'style')).toEqual([]);
    expect(attributes.filter(([name, value]) => name === 'href' && /^\s*javascript/i.test(value))).toEqual([]);
  });

  it('becomes text in names too', () => {
    const name = '"><script>x</script>';
    const schema = {
      type: 'object',
      properties: { [name]: { $ref: `#/components/schemas/${encodeURIComponent(name)}` } },
    };
    const markup = renderReference({
      openapi: '3.1.0',
      info: { title: name, version: name },
      paths: { [`/${name}/{${name}}`]: { post: { tags: [name], requestBody: { content: { [name]: { schema } } } } } },
      components: { schemas: { [name]: { enum: [name], pattern: name } } },
    });
    expectBalanced(readTags(markup));
    expect(markup).not.toContain('<script>x');
  });
});
