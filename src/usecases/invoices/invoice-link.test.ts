import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { makeId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { rollKey } from '../keys/roll-key.ts';
import { makeInvoiceLink, openInvoiceLink } from './invoice-link.ts';

const DAY_MS = 86_400_000;
const intentId = makeId('pi', 1, new Uint8Array(10));

async function setUp() {
  const { ports, tenant, made } = await openShop();
  const { publicKey } = made.key;
  const link = makeInvoiceLink(ports, publicKey, intentId);
  const open = (more: Partial<typeof link> = {}) => openInvoiceLink(ports, publicKey, intentId, { ...link, ...more });
  return { ports, tenant, made, publicKey, link, open };
}

describe('an invoice link', () => {
  it('opens the invoice of its merchant and mode', async () => {
    const { tenant, open } = await setUp();
    expect(await open()).toEqual(tenant);
  });

  it('is the same all day and ends after thirty days, to the millisecond', async () => {
    const { ports, publicKey, link, open } = await setUp();
    const expiresMs = Number(link.expires) * 1_000;
    const midnightMs = Math.ceil(ports.clock.nowMs() / DAY_MS) * DAY_MS;
    expect(expiresMs).toBe(midnightMs + LIMITS.invoiceLinkDays * DAY_MS);
    ports.clock.set(midnightMs);
    expect(makeInvoiceLink(ports, publicKey, intentId)).toEqual(link);
    ports.clock.set(midnightMs + 1);
    expect(makeInvoiceLink(ports, publicKey, intentId)).not.toEqual(link);
    ports.clock.set(expiresMs - 1);
    await expect(open()).resolves.toBeDefined();
    ports.clock.set(expiresMs);
    await expect(open()).rejects.toMatchObject({ code: 'link_expired' });
  });

  it('answers link_expired where any part was changed', async () => {
    const { ports, publicKey, link, open } = await setUp();
    const { expires, signature } = link;
    await expect(open({ expires: String(Number(expires) + 1) })).rejects.toMatchObject({ code: 'link_expired' });
    await expect(open({ signature: `${signature}x` })).rejects.toMatchObject({ code: 'link_expired' });
    const other = makeId('pi', 2, new Uint8Array(10));
    for (const [key, id] of [
      [publicKey, other],
      [publicKey, undefined],
      [`${publicKey}x`, intentId],
    ] as const) {
      await expect(openInvoiceLink(ports, key, id, link)).rejects.toMatchObject({ code: 'link_expired' });
    }
  });

  it('answers link_expired for a public key that no merchant has', async () => {
    const { ports } = await setUp();
    const link = makeInvoiceLink(ports, 'fpk_test_unknown', intentId);
    const opened = openInvoiceLink(ports, 'fpk_test_unknown', intentId, link);
    await expect(opened).rejects.toMatchObject({ code: 'link_expired' });
  });

  it('goes on working when the key is rolled and revoked', async () => {
    const { ports, tenant, made, open } = await setUp();
    const { key } = await rollKey(ports, { keyId: made.key.id, overlap: 'now', actor: 'test' });
    await revokeKey(ports, { keyId: key.id, actor: 'test' });
    expect(await open()).toEqual(tenant);
  });
});
