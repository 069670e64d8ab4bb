import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Keys, type Reply, send } from '../support/client.ts';
import { createMerchant, florin, type NewMerchant } from '../support/server.ts';
import { expectProblem } from './expect-problem.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;
let keys: NewMerchant;

beforeAll(async () => {
  shop = await startShop();
});

beforeEach(async () => {
  keys = await createMerchant(shop.options);
});

afterAll(() => shop.stop());

const items = (path = '', init: Parameters<typeof send>[3] = {}, who: Keys = keys): Promise<Reply> =>
  send(shop.baseUrl, who, `/items${path}`, init);

const importCsv = (body: string, type = 'text/csv') =>
  items('', { method: 'POST', body, headers: { 'content-type': type } });

const lines = (count: number) =>
  `item_id,name,unit_amount,currency\n${Array.from({ length: count }, (_, i) => `i${i},Item,${i},EUR\n`).join('')}`;

const vase = { item_id: 'vase', name: 'Vase, blue', unit_amount: 3_490, currency: 'EUR' };

describe('201 and 200', () => {
  it('for an item that is added, read, overwritten and removed', async () => {
    const added = await items('', { body: { ...vase, currency: 'eur' } });
    expect([added.status, added.json]).toEqual([201, { ...vase, updated_at: expect.any(String) as string }]);
    const { item_id, ...rest } = vase;
    const changed = await items(`/${item_id}`, { method: 'PUT', body: { ...rest, unit_amount: 0 } });
    expect([changed.status, changed.json['unit_amount']]).toEqual([200, 0]);
    expect((await items()).json).toMatchObject({ data: [{ ...vase, unit_amount: 0 }], next_cursor: null });
    const gone = await items(`/${item_id}`, { method: 'DELETE' });
    expect([gone.status, gone.json]).toEqual([200, { item_id, deleted: true }]);
    expect((await items()).json).toEqual({ data: [], next_cursor: null });
  });

  it('for an id of any characters, the largest price included', async () => {
    const id = 'a/b?c#d%20 é😀"<>';
    const { item_id: _, ...rest } = { ...vase, unit_amount: 999_999_999_999 };
    expect((await items(`/${encodeURIComponent(id)}`, { method: 'PUT', body: rest })).status).toBe(201);
    expect((await items()).json).toMatchObject({ data: [{ item_id: id, unit_amount: 999_999_999_999 }] });
    expect((await items(`/${encodeURIComponent(id)}`, { method: 'DELETE' })).status).toBe(200);
  });

  it('for pages by id, each item once', async () => {
    const ids = Array.from({ length: 45 }, (_, index) => `${index % 2 === 0 ? 'b' : 'A'}${index}`);
    await importCsv(`item_id,name,unit_amount,currency\n${ids.map((id) => `${id},x,1,EUR`).join('\n')}`);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Reply = await items(`?limit=20${cursor === '' ? '' : `&cursor=${cursor}`}`);
      const { data, next_cursor } = page.json as { data: { item_id: string }[]; next_cursor: string | null };
      seen.push(...data.map(({ item_id }) => item_id));
      cursor = next_cursor;
    }
    expect(seen).toEqual(ids.toSorted());
  });
});

describe('import of CSV', () => {
  it('takes every good line and reports each bad one by its number', async () => {
    await items('', { body: { ...vase, name: 'Old' } });
    const reply = await importCsv(
      [
        '\uFEFFitem_id,name,unit_amount,currency',
        'vase,"Vase, ""blue""",3490,eur',
        ',no id,1,EUR',
        'card,Card,1.50,EUR',
        'card,Card,-1,EUR',
        'card,Card,300,EURO EURO',
        'card,Card,300',
        '"open,Card,300,EUR',
        'card,"Card',
        'large",300,EUR',
        'card,Card again,300,EUR',
        'nul\u0000,Card,300,EUR',
        'last,Last,0,JPY',
      ].join('\r\n'),
      'text/csv; charset=utf-8',
    );
    expect(reply.status).toBe(200);
    const { imported, errors } = reply.json as { imported: number; errors: { line: number; detail: string }[] };
    expect(imported).toBe(3);
    expect(errors.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8, 11, 12]);
    for (const { detail } of errors) expect(detail).toMatch(/\w.*\.$/);
    expect((await items()).json['data']).toMatchObject([
      { item_id: 'card', name: 'Card\r\nlarge', unit_amount: 300 },
      { item_id: 'last', currency: 'JPY' },
      { item_id: 'vase', name: 'Vase, "blue"', unit_amount: 3_490, currency: 'EUR' },
    ]);
  });

  it('takes 5,000 lines, and refuses one more, another header and an empty text with 422', async () => {
    expect((await importCsv(lines(5_000))).json).toEqual({ imported: 5_000, errors: [] });
    expectProblem(await importCsv(lines(5_001)), 422, 'validation_failed');
    expectProblem(await importCsv('id,name\n1,2'), 422, 'validation_failed');
    expectProblem(await importCsv(' '), 422, 'validation_failed');
  });

  it('refuses more than 1 MiB with 413, and CSV elsewhere with 415', async () => {
    expectProblem(await importCsv('x'.repeat(1024 * 1024 + 1)), 413, 'body_too_large');
    const { item_id: _, ...rest } = vase;
    const init = { method: 'PUT', body: JSON.stringify(rest), headers: { 'content-type': 'text/csv' } };
    expectProblem(await items('/vase', init), 415, 'unsupported_media_type');
    expectProblem(await importCsv('a', 'text/csv; charset=latin1'), 415, 'unsupported_media_type');
  });
});

describe('errors', () => {
  it('409 for an id that exists', async () => {
    await items('', { body: vase });
    expectProblem(await items('', { body: { ...vase, name: 'Other' } }), 409, 'item_exists');
    expect((await items()).json['data']).toMatchObject([{ name: 'Vase, blue' }]);
  });

  it('422 for each field at fault', async () => {
    const wrong = { item_id: '', name: '', unit_amount: 1.5, currency: '€' };
    const reply = await items('', { body: wrong });
    expectProblem(reply, 422, 'validation_failed');
    const errors = reply.json['errors'] as { pointer: string }[];
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual(['#/currency', '#/item_id', '#/name', '#/unit_amount']);
    const { item_id: _, ...rest } = vase;
    expectProblem(await items('/%00', { method: 'PUT', body: rest }), 422, 'validation_failed');
    expectProblem(await items(`/${'x'.repeat(129)}`, { method: 'PUT', body: rest }), 422, 'validation_failed');
  });

  it('404 for an item that is not there', async () => {
    for (const path of ['/none', '/%00', `/${'x'.repeat(200)}`]) {
      expectProblem(await items(path, { method: 'DELETE' }), 404, 'not_found');
    }
  });

  it('403 for a key that may not write', async () => {
    const reader = await florin<Keys>(
      shop.options,
      'keys',
      'create',
      '--merchant',
      keys.merchant_id,
      '--scope',
      'payments:read',
    );
    expectProblem(await items('', { body: vase }, reader), 403, 'insufficient_scope');
    expectProblem(await items('/vase', { method: 'DELETE' }, reader), 403, 'insufficient_scope');
    expect((await items('', {}, reader)).status).toBe(200);
  });

  it('another merchant or mode sees and changes nothing', async () => {
    await items('', { body: vase });
    const live = await florin<Keys>(shop.options, 'keys', 'create', '--merchant', keys.merchant_id, '--mode', 'live');
    for (const other of [await createMerchant(shop.options), live]) {
      expect((await items('', {}, other)).json['data']).toEqual([]);
      expectProblem(await items('/vase', { method: 'DELETE' }, other), 404, 'not_found');
      const { item_id: _, ...rest } = vase;
      expect((await items('/vase', { method: 'PUT', body: { ...rest, name: 'Mine' } }, other)).status).toBe(201);
    }
    expect((await items()).json['data']).toMatchObject([{ name: 'Vase, blue' }]);
  });
});
