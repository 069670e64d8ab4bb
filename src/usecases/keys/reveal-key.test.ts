import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import type { ApiKey } from '../../domain/keys/api-key.ts';
import { isRevealable, revealKey } from './reveal-key.ts';

describe('revealKey', () => {
  it('returns the private key of a test key and records who saw it', async () => {
    const { ports, made } = await openShop();
    const { key, privateKey, owner, merchant } = made;
    expect(await revealKey(ports, { key, actor: owner.id })).toBe(privateKey);
    expect(ports.audit.entries.at(-1)).toEqual({
      actor: owner.id,
      action: 'api_key.revealed',
      merchantId: merchant.id,
      subject: key.id,
      details: {},
      atMs: ports.clock.nowMs(),
    });
  });

  it.each<[string, Partial<ApiKey>]>([
    ['a live key', { livemode: true }],
    ['a revoked key', { revokedAtMs: 1 }],
    ['a key that was not stored', { sealedPrivateKey: undefined }],
  ])('answers invalid_state for %s', async (_, more) => {
    const { ports, made } = await openShop();
    const key = { ...made.key, ...more };
    expect(isRevealable(key)).toBe(false);
    const failure = await failureOf(ports, () => revealKey(ports, { key, actor: made.owner.id }));
    expect(failure).toMatchObject({ code: 'invalid_state' });
  });

  it('shows nothing when the audit entry cannot be written', async () => {
    const { ports, made } = await openShop();
    const audit = { ...ports.audit, record: () => Promise.reject(new Error('away')) };
    await expect(revealKey({ ...ports, audit }, { key: made.key, actor: made.owner.id })).rejects.toThrow('away');
  });
});
