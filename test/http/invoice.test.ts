import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MerchantId, uuidOf } from '../../src/domain/ids.ts';
import { createLinkSigner } from '../../src/system/link-signer.ts';
import { create, createdId, type Keys, send, validBody } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { hasPdftotext, readPdf } from '../support/read-pdf.ts';
import { createMerchant, florin, type RunningServer, startServer, TEST_SECRET } from '../support/server.ts';
import { untilHandled } from '../support/until-handled.ts';
import { waitUntil } from '../support/wait-until.ts';
import { expectProblem } from './expect-problem.ts';
import { type Shop, startShop } from './start-shop.ts';

/** What pdftotext sets around text from right to left. */
const DIRECTION_MARKS = /[\u202A-\u202E]/g;

let shop: Shop;
/** Of the merchant of the shop. */
let cashier: Keys;

beforeAll(async () => {
  shop = await startShop();
  cashier = await withOverride(shop.keys.merchant_id);
});

afterAll(() => shop.stop());

const newIntent = async (more: object = {}, keys: Keys = shop.keys): Promise<string> =>
  createdId(await untilHandled(() => create(shop.baseUrl, keys, { ...validBody(), ...more })));

const invoice = (id: string, headers: Record<string, string> = {}, keys: Keys = shop.keys) => {
  const ask = () => send(shop.baseUrl, keys, `/invoices/${id}`, { headers });
  return /\.pdf\b/.test(id) || headers['accept']?.includes('pdf') ? untilHandled(ask) : ask();
};

/** A key pair that may mark intents as paid. */
const withOverride = (merchantId: string, mode = 'test'): Promise<Keys> => {
  const scopes = ['payments:read', 'payments:write', 'payments:override'].flatMap((scope) => ['--scope', scope]);
  return florin<Keys>(shop.options, 'keys', 'create', '--merchant', merchantId, '--mode', mode, ...scopes);
};

/** Asks again where a machine that is busy with other tests answers too late, and says so. */
const markPaid = (id: string, keys: Keys, baseUrl: string = shop.baseUrl) =>
  waitUntil(`${id} is marked as paid`, async () => {
    const { status } = await send(baseUrl, keys, `/payment_intents/${id}/mark_paid`, { body: { reason: 'In cash.' } });
    return status !== 503 && status;
  });

/** An intent that succeeded. */
async function paidIntent(more: object = {}): Promise<string> {
  const id = await newIntent(more);
  expect(await markPaid(id, cashier)).toBe(200);
  return id;
}

const numberOf = async (id: string, keys: Keys = shop.keys) => (await invoice(`${id}.json`, {}, keys)).json['number'];

const putItem = (itemId: string, body: object, keys: Keys = shop.keys) =>
  send(shop.baseUrl, keys, `/items/${encodeURIComponent(itemId)}`, { method: 'PUT', body });

async function fetchPdf(id: string): Promise<{ headers: Headers; bytes: Buffer }> {
  const headers = { authorization: `Bearer ${shop.keys.private_key}` };
  const url = `${shop.baseUrl}/${shop.keys.public_key}/invoices/${id}.pdf`;
  const answer = await untilHandled(() => fetch(url, { headers }));
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

/** What a URL answers without a key. */
async function look(url: unknown) {
  const answer = await untilHandled(() => fetch(String(url)));
  return [answer.status, answer.headers.get('content-type')?.split(';')[0]];
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
      kind: 'pro_forma',
      number: null,
      issued_at: null,
      corrects: null,
      credited_by: null,
      documents: [],
      payment_intent_id: id,
      status: 'due',
      livemode: false,
      seller: { name: shop.keys.name, logo_url: null, address: [], tax_id: null, footer: null },
      buyer: { name: 'Ada Jansen', email: 'ada@example.com', tax_id: null, billing_address: { city: 'Amsterdam' } },
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
      crypto: {
        asset: 'SOL',
        amount_due: '0.46342',
        amount_received: '0',
        overpaid_by: '0',
        exchange_rate: '1 SOL = $261.10',
      },
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

  it('has links for the buyer in the JSON, and a link does not renew itself', async () => {
    const id = await newIntent();
    const proForma = (await invoice(`${id}.json`)).json;
    expect(await look(proForma['url'])).toEqual([200, 'text/html']);
    await markPaid(id, cashier);
    const { json } = await invoice(`${id}.json`);
    expect(new URL(String(json['url'])).searchParams.get('number')).toBe(json['number']);
    expect(await look(json['url'])).toEqual([200, 'text/html']);
    expect(await look(json['pdf_url'])).toEqual([200, 'application/pdf']);
    expect(json['pdf_url']).toBe((await payersLink(id)).href);
    const days = (Date.parse(String(json['url_expires_at'])) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29);
    expect(days).toBeLessThanOrEqual(31);
    expect(await (await fetch(String(proForma['url']))).text()).toContain(String(json['number']));
    const payers = (await (await fetch(String(json['url']).replace('?', '.json?'))).json()) as object;
    expect(payers).toEqual(json);
    const expires = String(Math.ceil(Date.now() / 1_000) + 60);
    const signature = createLinkSigner({ secret: TEST_SECRET, previous: undefined }).sign(
      `invoice ${shop.keys.public_key} ${id} ${expires}`,
    );
    const old = `${shop.baseUrl}/${shop.keys.public_key}/invoices/${id}`;
    const query = `expires=${expires}&signature=${signature}`;
    expect((await (await fetch(`${old}.json?${query}`)).json()) as object).toMatchObject({
      url: expect.stringContaining(query),
      url_expires_at: new Date(Number(expires) * 1_000).toISOString(),
    });
    const links = (await (await fetch(`${old}?${query}`)).text()).match(/expires=\d+/g);
    expect(new Set(links)).toEqual(new Set([`expires=${expires}`]));
  });

  it('has no other ending', async () => {
    const id = await newIntent();
    for (const ending of ['.xml', '.PDF', '.']) {
      const problem = expectProblem(await invoice(`${id}${ending}`), 404, 'not_found');
      expect(problem.detail).toBe(
        'The path of an invoice ends with .pdf, .json or .html after the ID, or with the ID.',
      );
    }
  });

  it('keeps number, names and prices of the success when the catalog changes', async () => {
    await putItem('sku_tulip_bulbs', { name: 'Before', unit_amount: 5_000, currency: 'USD' });
    const id = await newIntent({ metadata: { tax_id: 'DE123456789' } });
    expect((await invoice(id)).text).toContain('<h1>Pro forma invoice</h1>');
    await markPaid(id, cashier);
    const first = (await invoice(`${id}.json`)).json;
    await putItem('sku_tulip_bulbs', { name: 'After', unit_amount: 1, currency: 'USD' });
    expect(first).toMatchObject({
      kind: 'invoice',
      number: expect.stringMatching(/^INV-\d{6}$/) as string,
      issued_at: expect.stringMatching(/Z$/) as string,
      status: 'paid',
      buyer: { tax_id: 'DE123456789' },
      lines: [{ name: 'Before', amount: 10_000 }],
      documents: [{ kind: 'invoice', number: first['number'] }],
    });
    expect((await invoice(`${id}.json`)).json).toEqual(first);
    expect((await invoice(`${id}.json?number=${String(first['number'])}`)).json).toEqual(first);
    expect((await invoice(id)).text).toContain('Tax ID DE123456789');
  });

  it('cancels the invoice of a reversed payment with a credit note', async () => {
    const id = await newIntent();
    await send(shop.baseUrl, shop.keys, `/payment_intents/${id}/simulate`, { body: { kind: 'deep_reorg' } });
    await waitUntil(
      'it is reversed',
      async () => (await send(shop.baseUrl, shop.keys, `/payment_intents/${id}`)).json['status'] === 'needs_review',
    );
    const number = String(await numberOf(id));
    const { json } = await invoice(`${id}.json`);
    const credit = json['credited_by'] as { number: string };
    expect(json).toMatchObject({ kind: 'invoice', number, status: 'credited' });
    expect(credit.number).toMatch(/^CN-\d{6}$/);
    const note = (await invoice(`${id}.json?number=${credit.number}`)).json;
    expect(note).toMatchObject({ kind: 'credit_note', number: credit.number, corrects: { number } });
    const page = (await invoice(`${id}?number=${credit.number}`)).text;
    expect(page).toContain('<h1>Credit note</h1>');
    expect(page).toContain(`This credit note cancels invoice ${number}`);
    expect((await invoice(id)).text).toContain(`This invoice was canceled by credit note ${credit.number}`);
    expect((await invoice(`${id}.pdf?number=${credit.number}`)).headers.get('content-disposition')).toBe(
      `inline; filename="${credit.number}.pdf"`,
    );
    await markPaid(id, cashier);
    const again = (await invoice(`${id}.json`)).json;
    expect(again).toMatchObject({ status: 'paid', credited_by: null });
    expect(again['number']).not.toBe(number);
    expectProblem(await invoice(`${id}.json?number=INV-999999`), 404, 'not_found');
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
    const id = await paidIntent();
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
    const id = await paidIntent({ order_id: '2026-8' });
    const number = String((await invoice(`${id}.json`)).json['number']);
    const text = readPdf((await fetchPdf(id)).bytes);
    for (const part of [number, id, '2026-8', 'Ada Jansen', 'ada@example.com', 'Paid', 'Keizersgracht 126']) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/Tulip bulbs, 25 pieces\s+2\s+50\.00\s+100\.00/);
    expect(text).toMatch(/Subtotal\s+100\.00 USD/);
    expect(text).toMatch(/Tax \(21%\)\s+21\.00 USD/);
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

  it.each([
    ['Arabic', 'فاطمة عبد الله الأمير علاء'],
    ['Japanese', '田中さくら'],
    ['Greek', 'Ελένη Παπαδοπούλου'],
    ['Chinese', '王小明'],
    ['Korean', '김민준'],
    ['Russian', 'Дмитрий Ёлкин'],
    ['Vietnamese', 'Nguyễn Thị Hường'],
    ['Polish', 'Łukasz Żółć'],
  ])('has the letters of a name in %s', async (_, name) => {
    const id = await newIntent({ customer: { name, email: 'ada@example.com', phone_number: '1' } });
    const text = readPdf((await fetchPdf(id)).bytes);
    expect(text.replaceAll(DIRECTION_MARKS, '')).toContain(name);
    expect(text).not.toContain('Some characters cannot be written');
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
  it('are 1 to 1000 for 1,000 concurrent successes on two servers, and none are given by reading', async () => {
    const { merchant_id } = await createMerchant(shop.options);
    const keys = await withOverride(merchant_id);
    const other: RunningServer = await startServer({ ...shop.options, env: { FLORIN_LOG_LEVEL: 'error' } });
    try {
      const ids: string[] = [];
      while (ids.length < 1_000) {
        ids.push(...(await Promise.all(Array.from({ length: 100 }, () => newIntent({}, keys)))));
      }
      expect(await Promise.all(ids.slice(0, 20).map((id) => numberOf(id, keys)))).toEqual(Array(20).fill(null));
      const bases = [shop.baseUrl, other.baseUrl] as const;
      const replies = await Promise.all(ids.map((id, index) => markPaid(id, keys, bases[index % 2])));
      // A client whose answer came too late is told that the intent has succeeded already.
      expect(replies.filter((status) => status !== 200 && status !== 409)).toEqual([]);
      const rows = await runSql<{ number: number }>(
        shop.databaseUrl,
        `SELECT number FROM florin_data.invoices WHERE merchant_id = '${uuidOf(merchant_id as MerchantId)}' ORDER BY number`,
      );
      expect(rows.map(({ number }) => number)).toEqual(ids.map((_, index) => index + 1));
    } finally {
      await other.stop();
    }
  });

  it('are not given to intents that are canceled or read', async () => {
    const { merchant_id } = await createMerchant(shop.options);
    const keys = await withOverride(merchant_id);
    const [canceled, open, paid] = [await newIntent({}, keys), await newIntent({}, keys), await newIntent({}, keys)];
    await send(shop.baseUrl, keys, `/payment_intents/${canceled}/cancel`, { method: 'POST' });
    for (const id of [canceled, open]) {
      for (const path of [id, `${id}.pdf`, `${id}.json`]) expect((await invoice(path, {}, keys)).status).toBe(200);
      expect((await invoice(`${id}.json`, {}, keys)).json).toMatchObject({ kind: 'pro_forma', number: null });
    }
    await markPaid(paid, keys);
    expect(await numberOf(paid, keys)).toBe('INV-000001');
  });

  it('have no gap after a failure', async () => {
    const { merchant_id } = await createMerchant(shop.options);
    const keys = await withOverride(merchant_id);
    const ids = [await newIntent({}, keys), await newIntent({}, keys)] as const;
    await runSql(
      shop.databaseUrl,
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused''; END'`,
    );
    await runSql(
      shop.databaseUrl,
      `CREATE TRIGGER refuse AFTER INSERT ON florin_data.invoices EXECUTE FUNCTION refuse()`,
    );
    expect(await markPaid(ids[0], keys)).toBe(500);
    await runSql(shop.databaseUrl, 'DROP TRIGGER refuse ON florin_data.invoices');
    expect(await numberOf(ids[0], keys)).toBe(null);
    for (const [index, id] of ids.toReversed().entries()) {
      expect(await markPaid(id, keys)).toBe(200);
      expect(await numberOf(id, keys)).toBe(`INV-00000${index + 1}`);
    }
  });

  it('run apart for each merchant and mode', async () => {
    const { merchant_id } = await createMerchant(shop.options);
    for (const mode of ['test', 'live']) {
      const pair = await withOverride(merchant_id, mode);
      const id = await newIntent({}, pair);
      await markPaid(id, pair);
      expect(await numberOf(id, pair)).toBe('INV-000001');
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
      const answer = await untilHandled(() => fetch(link.href.replace('.pdf', ending)));
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
    const { makeInvoiceLink } = await import('../../src/usecases/invoices/invoice-link.ts');
    const { parseId } = await import('../../src/domain/ids.ts');
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
