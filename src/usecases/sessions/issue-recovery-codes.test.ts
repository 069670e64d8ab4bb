import { describe, expect, it } from 'vitest';
import { openGuardedShop } from '../../../test/memory/second-factor.ts';
import { LIMITS } from '../../domain/limits.ts';
import { issueRecoveryCodes } from './issue-recovery-codes.ts';

describe('issueRecoveryCodes', () => {
  it('replaces all codes with new ones, of which only hashes are stored', async () => {
    const { shop, owner, recoveryCodes, signIn } = await openGuardedShop();
    const codes = await issueRecoveryCodes(shop.ports, owner, '::1');
    expect(new Set([...codes, ...recoveryCodes]).size).toBe(2 * LIMITS.recoveryCodes);
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    const stored = JSON.stringify(shop.ports.snapshot(), (_, value: unknown) =>
      value instanceof Map ? [...value] : value,
    );
    expect(stored).not.toContain(codes[0]);
    await expect(signIn({ proof: { code: recoveryCodes[0] } })).rejects.toMatchObject({
      code: 'second_factor_invalid',
    });
    await signIn({ proof: { code: codes[0] } });
  });
});
