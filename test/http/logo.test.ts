import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, createdId, send } from '../support/client.ts';
import { JPEG, makePng, WEBP_EXTENDED, WEBP_LOSSY } from '../support/pictures.ts';
import { untilHandled } from '../support/until-handled.ts';
import { expectProblem } from './expect-problem.ts';
import { startTwoShops, type TwoShops } from './start-two-shops.ts';

let shops: TwoShops;
let intentId: string;

beforeAll(async () => {
  shops = await startTwoShops();
  intentId = createdId(await create(shops.server.baseUrl, shops.ada.keys.test));
});

afterAll(() => shops.stop());

const save = (logo: Buffer | string | null) =>
  shops.ada.browser.call('PATCH', '/settings', {
    body: { logo: Buffer.isBuffer(logo) ? logo.toString('base64') : logo },
  });

async function saved(logo: Buffer): Promise<string> {
  const reply = await save(logo);
  expect([reply.status, reply.text]).toEqual([200, expect.any(String)]);
  return String(reply.json['logo_url']);
}

const ask = (path: string, accept: string) =>
  fetch(`${shops.server.baseUrl}/${shops.ada.keys.test.public_key}${path}`, {
    headers: { accept, authorization: `Bearer ${shops.ada.keys.test.private_key}` },
  });

const pdfOf = async (path: string) =>
  Buffer.from(await (await untilHandled(() => ask(path, 'application/pdf'))).arrayBuffer());

/** As many bytes as a picture may have, of which most are a note. */
function largePng(bytes: number): Buffer {
  const bare = makePng({ more: [['tEXt', Buffer.alloc(0)]] }).length;
  return makePng({ more: [['tEXt', Buffer.concat([Buffer.from('a\u0000'), Buffer.alloc(bytes - bare - 2, 'x')])]] });
}

describe('200 for a logo', () => {
  it.each([
    ['PNG', makePng(), 'image/png', 'png'],
    ['JPEG', JPEG, 'image/jpeg', 'jpg'],
    ['WebP', WEBP_LOSSY, 'image/webp', 'webp'],
    ['one of 40 KiB', largePng(40_960), 'image/png', 'png'],
  ])('%s: it lies on this server, under a name that never changes, for every page', async (_, bytes, type, ending) => {
    const url = await saved(bytes);
    expect(url).toMatch(new RegExp(`^${shops.server.baseUrl}/checkout-assets/logo/[0-9a-f]{32}\\.${ending}$`));
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('is on the checkout, which may load pictures from here alone', async () => {
    const url = await saved(JPEG);
    const path = `/checkout/${intentId}`;
    const page = await fetch(`${shops.server.baseUrl}/${shops.ada.keys.test.public_key}${path}`);
    expect(await page.text()).toContain(`<img class="logo" src="${url}"`);
    expect(page.headers.get('content-security-policy')).toContain("img-src 'self' data:;");
    const state = (await (await ask(`${path}/status`, 'application/json')).json()) as { merchant: object };
    expect(state.merchant).toMatchObject({ logo_url: url });
    const dashboard = await fetch(`${shops.server.baseUrl}/dashboard`);
    expect(dashboard.headers.get('content-security-policy')).toContain("img-src 'self' data:;");
  });

  it('is on the invoice, as page, as JSON and in the PDF', async () => {
    const path = `/invoices/${intentId}`;
    await save(null);
    const without = await pdfOf(path);
    expect(without.includes('/Subtype /Image')).toBe(false);
    const url = await saved(JPEG);
    expect(await (await ask(path, 'text/html')).text()).toContain(`<img class="logo" src="${url}" alt="">`);
    expect(await (await ask(path, 'application/json')).json()).toMatchObject({ seller: { logo_url: url } });
    const pdf = await pdfOf(path);
    expect(pdf.includes('/Subtype /Image')).toBe(true);
  });

  const palette: [string, Buffer] = ['PLTE', Buffer.from([200, 0, 0, 0, 0, 200])];
  const clear: [string, Buffer] = ['tRNS', Buffer.from([0])];
  it.each<[string, Buffer, boolean]>([
    ['PNG with alpha', makePng(), true],
    ['PNG of 16 bits with alpha', makePng({ depth: 16 }), true],
    ['PNG in grey with alpha', makePng({ color: 4 }), true],
    ['PNG with a palette', makePng({ color: 3, depth: 1, more: [palette] }), true],
    ['PNG with a palette and a clear color', makePng({ color: 3, more: [palette, clear] }), true],
    ['PNG with a small palette and a clear color', makePng({ color: 3, depth: 1, more: [palette, clear] }), false],
    ['interlaced PNG', makePng({ width: 1, height: 1, color: 2, interlace: 1 }), true],
    ['interlaced PNG of one bit', makePng({ width: 1, height: 1, color: 0, depth: 1, interlace: 1 }), false],
    ['WebP', WEBP_EXTENDED, true],
  ])('a PDF is whole with a %s', async (_, bytes, drawn) => {
    await saved(bytes);
    const pdf = await pdfOf(`/invoices/${intentId}`);
    expect(pdf.subarray(-6).toString()).toBe('%%EOF\n');
    expect(pdf.includes('/Subtype /Image')).toBe(drawn);
  });

  it('stays while other settings change, goes with null, and its name goes with it', async () => {
    const url = await saved(JPEG);
    const changed = await shops.ada.browser.call('PATCH', '/settings', { body: { accent_color: '#1a7f5a' } });
    expect(changed.json['logo_url']).toBe(url);
    expect((await save(null)).json['logo_url']).toBeNull();
    expect((await fetch(url)).status).toBe(404);
    const again = await saved(JPEG);
    expect(again).toBe(url);
    await saved(makePng());
    expect((await fetch(url)).status).toBe(404);
  });
});

describe('422', () => {
  it.each<[string, Buffer | string]>([
    ['no picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a page that begins like a picture', Buffer.concat([Buffer.from('89504e47', 'hex'), Buffer.from('<script>')])],
    ['a picture that is too large', largePng(40_961)],
    ['too many pixels', makePng({ width: 2_000, height: 1, pixels: Buffer.alloc(8_001) })],
    ['a PNG that cannot be unpacked', makePng({ packed: randomBytes(60) })],
    ['no base64', 'data:image/png;base64,AAAA'],
    ['nothing', ''],
  ])('for %s', async (_, logo) => {
    const { errors } = expectProblem(await save(logo), 422, 'validation_failed');
    expect(errors?.map(({ pointer }) => pointer)).toEqual(['#/logo']);
  });
});

describe('404', () => {
  it.each([`${'0'.repeat(32)}.png`, 'x.png', '0'.repeat(32), '..%2f..%2fetc%2fpasswd'])('for %s', async (file) => {
    expect((await fetch(`${shops.server.baseUrl}/checkout-assets/logo/${file}`)).status).toBe(404);
  });

  it('for a logo under another kind', async () => {
    const url = await saved(makePng());
    expect((await fetch(url.replace('.png', '.webp'))).status).toBe(404);
  });
});

it('one merchant’s logo is not another’s', async () => {
  await saved(JPEG);
  const bob = await shops.bob.browser.call('GET', '/settings');
  expect(bob.json['logo_url']).toBeNull();
  expect((await send(shops.server.baseUrl, shops.ada.keys.test, `/payment_intents/${intentId}`)).status).toBe(200);
});
