import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { makeId } from '../../domain/ids.ts';
import { revokeKey } from './revoke-key.ts';

describe('revokeKey', () => {
  it('ends the key now and records who did it', async () => {
    const { ports, made } = await openShop();
    await revokeKey(ports, { keyId: made.key.id, actor: 'usr' });
    const atMs = ports.clock.nowMs();
    expect((await ports.keys.find(made.key.id))?.revokedAtMs).toBe(atMs);
    expect(ports.audit.entries.at(-1)).toEqual({
      actor: 'usr',
      action: 'api_key.revoked',
      merchantId: made.merchant.id,
      subject: made.key.id,
      details: {},
      atMs,
    });
  });

  it('changes nothing when the key was revoked before', async () => {
    const { ports, made } = await openShop();
    await revokeKey(ports, { keyId: made.key.id, actor: 'usr' });
    const before = ports.snapshot();
    ports.clock.advance(1_000);
    await revokeKey(ports, { keyId: made.key.id, actor: 'usr' });
    expect(ports.snapshot()).toEqual(before);
  });

  it('answers not_found for an unknown key', async () => {
    const { ports } = await openShop();
    const keyId = makeId('key', 1, new Uint8Array(10));
    expect(await failureOf(ports, () => revokeKey(ports, { keyId, actor: 'usr' }))).toMatchObject({
      code: 'not_found',
    });
  });
});
