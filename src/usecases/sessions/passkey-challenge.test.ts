import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { LIMITS } from '../../domain/limits.ts';
import { isOpenChallenge, makeChallenge, useChallenge } from './passkey-challenge.ts';

describe('a challenge', () => {
  it('is for one audience, until it expires', async () => {
    const { ports, made } = await openShop();
    const challenge = makeChallenge(ports, made.owner.id);
    expect(isOpenChallenge(ports, made.owner.id, challenge)).toBe(true);
    expect(isOpenChallenge(ports, 'anybody', challenge)).toBe(false);
    const [nonce, expires = '', signature] = challenge.split('.');
    expect(isOpenChallenge(ports, made.owner.id, `${nonce}.${Number(expires) + 1}.${signature}`)).toBe(false);
    ports.clock.advance(LIMITS.passkeyChallengeMs);
    expect(isOpenChallenge(ports, made.owner.id, challenge)).toBe(false);
  });

  it('is used once', async () => {
    const { ports } = await openShop();
    const challenge = makeChallenge(ports, 'anybody');
    expect(await useChallenge(ports, challenge)).toBe(true);
    expect(await useChallenge(ports, challenge)).toBe(false);
  });
});
