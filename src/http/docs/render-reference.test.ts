import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../domain/errors.ts';
import { DocsSite } from './docs-site.ts';
import { readText } from './read-tags.test-fixture.ts';
import { dashboardDocument, publicDocument } from './real-documents.test-fixture.ts';
import { slugify } from './slugify.ts';

const site = new DocsSite(publicDocument);
const operations = Object.values(publicDocument.paths).flatMap((item) => Object.values(item));

const pageAt = (address: string): string => site.pages.get(address)?.() ?? '';

const create = pageAt('/docs/reference/payment-intents-create');

describe('the codes by endpoint', () => {
  it('list each error code with its endpoints', () => {
    const list = pageAt('/docs/reference/error-codes');
    const codes = operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap((one) => one['x-error-codes']),
    );
    for (const code of new Set(codes.filter((one) => one !== undefined))) {
      expect(list).toContain(`<a href="/docs/errors/${code}"><code>${code}</code></a>`);
    }
    expect(list).toMatch(/<code>internal<\/code><\/a> <span class="status is-error">500<\/span><\/span> <span>Every/);
    expect(list).toMatch(
      /<code>idempotency_key_reused<.*<span><a href="\/docs\/reference\/payment-intents-create">[^<]+<\/a><\/span>/,
    );
  });

  it('have a page for every code', () => {
    for (const code of Object.keys(ERRORS)) expect(pageAt(`/docs/errors/${code}`)).toContain(`<code>${code}</code>`);
  });
});

it('a schema has a name that can wrap, what it stands for, and a real value', () => {
  const page = pageAt('/docs/schemas/WebhookEndpoint');
  expect(page).toContain('<h1><wbr>Webhook<wbr>Endpoint</h1>');
  const text = readText(page);
  expect(text).toContain('A URL of yours that receives events.');
  expect(text).toContain('"https://example.com/webhooks"');
});

describe('an operation', () => {
  const text = readText(create);

  it('shows method, path, authentication and scope', () => {
    expect(create).toContain('<span class="method is-post">POST</span>');
    expect(create).toContain('<span class="variable">{public_key}</span>');
    expect(create).toContain('<a href="/docs#authentication">Authentication</a>: <code>Authorization: Bearer</code>');
    expect(create).toContain('The key needs the scope <code>payments:write</code>.');
    expect(pageAt('/docs/reference/currencies-list')).toContain('No authentication');
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

  it('prints the result in every language', () => {
    expect(text).toContain('console.log(await response.json());');
    expect(text).toContain('print(response.json())');
    expect(text).toContain('"payment_intent_id": "pi_');
  });

  it('has a form to try it, for what reads and what creates', () => {
    expect(create).toContain('data-method="POST" data-path="/{public_key}/create_checkout_payment_intent"');
    expect(pageAt('/docs/reference/payment-intents-list')).toContain('class="panel try"');
    for (const page of ['payment-intents-cancel', 'wallets-delete', 'payment-intents-mark-paid']) {
      expect(pageAt(`/docs/reference/${page}`)).not.toContain('class="panel try"');
    }
  });

  it('shows each status with its codes and an example of each code', () => {
    expect(create).toContain('href="/docs/errors/idempotency_key_reused"');
    expect(text).toContain('"type": "https://pay.example.com/docs/errors/idempotency_key_reused"');
  });

  it('shows parameters with limits and default, without JSON quotes', () => {
    const list = pageAt('/docs/reference/payment-intents-list');
    expect(list).toContain('<li>default <code>20</code></li>');
    expect(create).toContain('<li>1–255 characters</li>');
  });
});

describe('the webhook events', () => {
  const webhooks = Object.entries(publicDocument.webhooks ?? {});
  const page = pageAt('/docs/reference/webhook-events');
  const nav = page.slice(page.indexOf('<nav'), page.indexOf('</nav>'));

  function sectionOf(id: string): string {
    const start = page.search(new RegExp(`<section class="pair[^"]*" id="${id}"`));
    expect(start).toBeGreaterThan(0);
    const end = page.indexOf('class="pair', start + 30);
    return page.slice(start, end === -1 ? undefined : end);
  }

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
    expect(shared).toContain('<a href="/docs/schemas/Event">Event</a>');
  });

  it('are left out without any', () => {
    const dashboard = new DocsSite(dashboardDocument);
    expect(dashboard.pages.has('/docs/reference/webhook-events')).toBe(false);
    expect(dashboard.pages.get('/docs')?.()).not.toContain('Webhook events');
  });
});
