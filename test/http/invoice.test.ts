import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, createdId, type Keys, send, validBody } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { hasPdftotext, readPdf } from '../support/read-pdf.ts';
import { createMerchant, florin, type RunningServer, startServer } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { expectProblem } from './expect-problem.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.stop());

const newIntent = async (more: object = {}, keys: Keys = shop.keys): Promise<string> =>
  createdId(await create(shop.baseUrl, keys, { ...validBody(), ...more }));

const invoice = (id: string, headers: Record<string, string> = {}, keys: Keys = shop.keys) =>
  send(shop.baseUrl, keys, `/invoices/${id}`, { headers });

const putItem = (itemId: string, body: object, keys: Keys = shop.keys) =>
  send(shop.baseUrl, keys, `/items/${encodeURIComponent(itemId)}`, { method: 'PUT', body });

async function fetchPdf(id: string): Promise<{ headers: Headers; bytes: Buffer }> {
  const answer = await fetch(`${shop.baseUrl}/${shop.keys.public_key}/invoices/${id}.pdf`, {
    headers: { authorization: `Bearer ${shop.keys.private_key}` },
  });
  expect(answer.status).toBe(200);
  return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const types = async (path: string, accept?: string) =>
  (await invoice(path, accept === undefined ? {} : { accept })).headers.get('content-type')?.split(';')[0];

/** The address of the PDF that the page offers: a payer's link. */
async function payersLink(id: string): Promise<URL> {
  const page = await invoice(id);
  const href = /<a href="([^"]+)">Download as PDF/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  return new URL(href);
}

describe('200', () => {
  it('shows what was requested, with names and prices from the catalog', async () => {
    await putItem('sku_tulip_bulbs', { name: 'Tulip bulbs, 25 pieces', unit_amount: 5_000, currency: 'usd' });
    const id = await newIntent({ order_id: '2026-7', description: 'Autumn' });
    const { json, headers } = await invoice(`${id}.json`);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(json).toMatchObject({
      object: 'invoice',
      number: expect.stringMatching(/^INV-\d{6}$/) as string,
      payment_intent_id: id,
      status: 'due',
      livemode: false,
      seller: { name: shop.keys.name, logo_url: null, address: [] },
      buyer: { name: 'Ada Jansen', email: 'ada@example.com', billing_address: { city: 'Amsterdam' } },
      currency: 'USD',
      currency_exponent: 2,
      lines: [
        {
          item_id: 'sku_tulip_bulbs',
          name: 'Tulip bulbs, 25 pieces',
          quantity: 2,
          unit_amount: 5_000,
          amount: 10_000,
        },
      ],
      subtotal: 10_000,
      tax_percent: 21,
      tax_amount: 2_100,
      total: 12_100,
      crypto: { asset: 'SOL', amount_due: '0.46342', amount_received: '0', exchange_rate: '1 SOL = $261.10' },
      payments: [],
      order_id: '2026-7',
      description: 'Autumn',
    });
  });

  it('by the ending or by Accept, and as a page otherwise', async () => {
    const id = await newIntent();
    expect(await types(id)).toBe('text/html');
    expect(await types(id, 'text/html,*/*;q=0.8')).toBe('text/html');
    expect(await types(id, 'application/pdf')).toBe('application/pdf');
    expect(await types(id, 'application/json')).toBe('application/json');
    expect(await types(`${id}.pdf`, 'text/html')).toBe('application/pdf');
    expect(await types(`${id}.json`, 'text/html')).toBe('application/json');
  });

  it('keeps number, names and prices when the catalog changes, and shows the new status', async () => {
    await putItem('sku_tulip_bulbs', { name: 'Before', unit_amount: 5_000, currency: 'USD' });
    const id = await newIntent();
    const first = (await invoice(`${id}.json`)).json;
    await putItem('sku_tulip_bulbs', { name: 'After', unit_amount: 1, currency: 'USD' });
    await send(shop.baseUrl, shop.keys, `/payment_intents/${id}/cancel`, { method: 'POST' });
    const second = (await invoice(`${id}.json`)).json;
    expect(first['lines']).toMatchObject([{ name: 'Before', amount: 10_000 }]);
    expect(second).toEqual({ ...first, status: 'canceled' });
  });

  it('says so where the lines do not add up, and shows no subtotal', async () => {
    await putItem('odd', { name: 'Odd', unit_amount: 1, currency: 'USD' });
    const id = await newIntent({ items: [{ item_id: 'odd', quantity: 1 }] });
    const page = await invoice(id);
    expect(page.text).toContain('The lines do not add up to the total.');
    expect(page.text).not.toContain('Subtotal');
    expect((await invoice(`${id}.json`)).json).toMatchObject({ subtotal: null, tax_amount: 2_100, total: 12_100 });
  });

  it('is a page with a policy that lets nothing in but its style sheet', async () => {
    const page = await invoice(await newIntent());
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(page.text).not.toMatch(/<script|style="|<style/);
    const css = await fetch(`${shop.baseUrl}/invoices/invoice.css`);
    expect([css.status, css.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect(page.text).toContain('href="/invoices/invoice.css"');
  });

  it('is, as a PDF, the same to the byte, and named after its number', async () => {
    const id = await newIntent();
    const [first, second] = [await fetchPdf(id), await fetchPdf(id)];
    expect(first.bytes.equals(second.bytes)).toBe(true);
    expect(first.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(first.headers.get('content-disposition')).toMatch(/^inline; filename="INV-\d{6,}\.pdf"$/);
  });

  it.each([
    ['JPY', 12_100, '12,100 JPY'],
    ['USD', 12_100, '121.00 USD'],
    ['KWD', 12_100, '12.100 KWD'],
  ])('formats amounts in %s with the decimals of the currency', async (currency_displayed, total_amount, text) => {
    expect((await invoice(await newIntent({ currency_displayed, total_amount }))).text).toContain(text);
  });
});

describe.runIf(hasPdftotext())('the text of the PDF', () => {
  it('holds number, items, sums and the crypto amount', async () => {
    await putItem('sku_tulip_bulbs', { name: 'Tulip bulbs, 25 pieces', unit_amount: 5_000, currency: 'USD' });
    const id = await newIntent({ order_id: '2026-8' });
    const number = String((await invoice(`${id}.json`)).json['number']);
    const text = readPdf((await fetchPdf(id)).bytes);
    for (const part of [number, id, '2026-8', 'Ada Jansen', 'ada@example.com', 'Due', 'Keizersgracht 126']) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/Tulip bulbs, 25 pieces\s+2\s+50\.00\s+100\.00/);
    expect(text).toMatch(/Subtotal\s+100\.00 USD/);
    expect(text).toMatch(/Tax \(21 %\)\s+21\.00 USD/);
    expect(text).toMatch(/Total\s+121\.00 USD/);
    expect(text).toMatch(/0\.46342 SOL\s+0 SOL\s+1 SOL = \$261\.10/);
  });

  it('breaks over pages, each with the header of the table and its own number', async () => {
    const items = Array.from({ length: 100 }, (_, index) => ({ item_id: `part_${index}`, quantity: index + 1 }));
    const pages = readPdf((await fetchPdf(await newIntent({ items }))).bytes)
      .split('\f')
      .slice(0, -1);
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.entries()) expect(page).toContain(`page ${index + 1} of ${pages.length}`);
    for (const page of pages.filter((text) => /part_\d/.test(text)))
      expect(page).toMatch(/Item\s+Quantity\s+Unit price/);
    for (const { item_id } of items) expect(pages.join('')).toMatch(new RegExp(`${item_id}\\s`));
  });

  it('is there for letters that the fonts do not have', async () => {
    const name = 'فاطمة 王小明 😀';
    const customer = { name, email: 'ada@example.com', phone_number: '1' };
    const id = await newIntent({ customer, description: '\u202E发票'.repeat(100) });
    expect(readPdf((await fetchPdf(id)).bytes)).toContain('Some characters cannot be written');
    expect((await invoice(id)).text).toContain(name);
  });
});

describe('markup in every field', () => {
  it('stays text in the page and the PDF', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    const merchant = await florin<Keys>(
      shop.options,
      'merchants',
      'create',
      '--name',
      `Shop ${evil}`,
      '--email',
      'evil@example.com',
      '--password',
      'correct horse battery',
    );
    const address = { address: evil, city: evil, state: evil, country: evil, postal_code: evil };
    const id = await newIntent(
      {
        customer: { name: evil, email: '<img/onerror=1>@x', phone_number: evil },
        items: [
          { item_id: `a${evil}`, quantity: 1 },
          { item_id: `b"${evil}`, quantity: 1 },
        ],
        billing_address: address,
        shipping_address: { ...address, city: `other ${evil}` },
        order_id: evil,
        description: `${evil}</p><script>alert(1)</script>`,
      },
      merchant,
    );
    expect((await putItem(`a${evil}`, { name: evil, unit_amount: 1, currency: 'USD' }, merchant)).status).toBe(201);
    const page = await invoice(id, {}, merchant);
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/<img|<script|onerror="/);
    expect(page.text.match(/&lt;img src=x onerror=alert\(1\)&gt;/g)?.length).toBeGreaterThan(10);
    const pdf = await invoice(`${id}.pdf`, {}, merchant);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  });
});

describe('numbers', () => {
  it('are 1 to 1000 and unique for 1,000 concurrent first requests on two servers', async () => {
    const keys = await createMerchant(shop.options);
    const other: RunningServer = await startServer({ ...shop.options, env: { FLORIN_LOG_LEVEL: 'error' } });
    try {
      const ids: string[] = [];
      while (ids.length < 1_000) {
        ids.push(...(await Promise.all(Array.from({ length: 100 }, () => newIntent({}, keys)))));
      }
      expect(new Set(ids).size).toBe(1_000);
      // A machine that is busy with other tests may answer some too late, and says so: a client asks again then, and must
      // be given the number that it was given before.
      const ask = (baseUrl: string, id: string) =>
        waitUntil(`the invoice of ${id} is answered`, async () => {
          const { status, json } = await send(baseUrl, keys, `/invoices/${id}.json`);
          return status !== 503 && { status, number: Number(String(json['number']).slice(4)) };
        });
      const bases = [shop.baseUrl, other.baseUrl] as const;
      const replies = await Promise.all(ids.map((id, index) => ask(bases[index % 2] ?? '', id)));
      expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
      const numbers = replies.map(({ number }) => number);
      expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1));
      // Those of one transaction have one time: many requests share a lock and a sync.
      const [written] = await runSql<{ batches: number }>(
        shop.databaseUrl,
        `SELECT count(DISTINCT issued_at)::int AS batches FROM florin_data.invoices
         WHERE merchant_id = (SELECT merchant_id FROM florin_data.invoices WHERE number = 1000)`,
      );
      expect(written?.batches).toBeLessThan(250);
      const again = await Promise.all(ids.slice(0, 50).map((id, index) => ask(bases[(index + 1) % 2] ?? '', id)));
      expect(again.map(({ number }) => number)).toEqual(numbers.slice(0, 50));
    } finally {
      await other.stop();
    }
  });

  it('are one for many first requests for one intent, on two servers', async () => {
    const keys = await createMerchant(shop.options);
    const other = await startServer({ ...shop.options, env: { FLORIN_LOG_LEVEL: 'error' } });
    try {
      const ids = [await newIntent({}, keys), await newIntent({}, keys)];
      const replies = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          send(index % 2 === 0 ? shop.baseUrl : other.baseUrl, keys, `/invoices/${ids[index % 3 === 0 ? 0 : 1]}.json`),
        ),
      );
      const seen = new Set(replies.map(({ json }) => `${String(json['payment_intent_id'])} ${String(json['number'])}`));
      expect(seen.size).toBe(2);
      const third = await send(shop.baseUrl, keys, `/invoices/${await newIntent({}, keys)}.json`);
      expect(third.json['number']).toBe('INV-000003');
    } finally {
      await other.stop();
    }
  });

  it('have no gap after a failure', async () => {
    const keys = await createMerchant(shop.options);
    const ids = [await newIntent({}, keys), await newIntent({}, keys)] as const;
    await runSql(
      shop.databaseUrl,
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused''; END'`,
    );
    await runSql(
      shop.databaseUrl,
      `CREATE TRIGGER refuse AFTER INSERT ON florin_data.invoices EXECUTE FUNCTION refuse()`,
    );
    expect((await invoice(ids[0], {}, keys)).status).toBe(500);
    await runSql(shop.databaseUrl, 'DROP TRIGGER refuse ON florin_data.invoices');
    expect((await invoice(`${ids[1]}.json`, {}, keys)).json['number']).toBe('INV-000001');
    expect((await invoice(`${ids[0]}.json`, {}, keys)).json['number']).toBe('INV-000002');
  });

  it('run apart for each merchant and mode', async () => {
    const keys = await createMerchant(shop.options);
    const live = await florin<Keys>(shop.options, 'keys', 'create', '--merchant', keys.merchant_id, '--mode', 'live');
    for (const pair of [keys, live]) {
      expect((await invoice(`${await newIntent({}, pair)}.json`, {}, pair)).json['number']).toBe('INV-000001');
    }
  });
});

describe('404 not_found', () => {
  it('for another merchant’s intent, and for none', async () => {
    const stranger = await createMerchant(shop.options);
    const id = await newIntent();
    const count = () => runSql(shop.databaseUrl, 'SELECT count(*) FROM florin_data.invoices');
    const before = await count();
    expectProblem(await invoice(id, {}, stranger), 404, 'not_found');
    expectProblem(await invoice('pi_0000000000000000000000'), 404, 'not_found');
    expectProblem(await invoice(`${id}.exe`), 404, 'not_found');
    expect(await count()).toEqual(before);
  });
});

describe('406 not_acceptable', () => {
  it('lists what there is', async () => {
    const reply = await invoice(await newIntent(), { accept: 'image/png' });
    expectProblem(reply, 406, 'not_acceptable');
    expect(reply.json['detail']).toContain('text/html, application/pdf, application/json');
  });
});

describe('a payer’s link', () => {
  it('opens every form without a key, for thirty days', async () => {
    const id = await newIntent();
    const link = await payersLink(id);
    const days = (Number(link.searchParams.get('expires')) * 1_000 - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(30);
    expect(days).toBeLessThanOrEqual(31);
    for (const [ending, type] of [
      ['.pdf', 'application/pdf'],
      ['', 'text/html; charset=utf-8'],
      ['.json', 'application/json; charset=utf-8'],
    ] as const) {
      const answer = await fetch(link.href.replace('.pdf', ending));
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    }
  });

  it('is refused with 403 when any part of it is changed', async () => {
    const id = await newIntent();
    const other = await newIntent();
    const link = await payersLink(id);
    const changed = [
      link.href.replace(id, other),
      link.href.replace(/expires=\d/, 'expires=9'),
      link.href.replace(/expires=\d+/, ''),
      link.href.replace(/signature=./, 'signature='),
      link.href.replace(/signature=.*/, 'signature=AAAA'),
      link.href.replace(shop.keys.public_key, (await createMerchant(shop.options)).public_key),
    ];
    for (const url of changed) {
      const answer = await fetch(url);
      const problem = (await answer.json()) as { code: string; detail: string };
      expect([answer.status, problem.code], url).toEqual([403, 'link_expired']);
      expect(problem.detail).toMatch(/^This link /);
    }
  });

  it('is refused with 403 when its time is over', async () => {
    const { createLinkSigner } = await import('../../src/system/link-signer.ts');
    const { makeInvoiceLink } = await import('../../src/usecases/invoices/invoice-link.ts');
    const { parseId } = await import('../../src/domain/ids.ts');
    const { TEST_SECRET } = await import('../support/server.ts');
    const id = parseId('pi', await newIntent());
    if (!id) throw new Error('no id');
    const urlAt = (nowMs: number) => {
      const clock = { nowMs: () => nowMs, sleep: (ms: number) => sleep(ms) };
      const ports = { clock, links: createLinkSigner({ secret: TEST_SECRET, previous: undefined }) };
      const { expires, signature } = makeInvoiceLink(ports, shop.keys.public_key, id);
      return `${shop.baseUrl}/${shop.keys.public_key}/invoices/${id}?expires=${expires}&signature=${signature}`;
    };
    expect((await fetch(urlAt(Date.now()))).status).toBe(200);
    const answer = await fetch(urlAt(Date.now() - 31 * 86_400_000));
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { code: 'link_expired', detail: 'This link has expired. Ask the seller for a new one.' },
    ]);
  });

  it('is not needed: without signature and key the answer is 401', async () => {
    const answer = await fetch(`${shop.baseUrl}/${shop.keys.public_key}/invoices/${await newIntent()}`);
    expect(answer.status).toBe(401);
  });
});
