import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { LIMITS } from '../../domain/limits.ts';
import { keyCell } from '../../domain/secrets/sealed-cell.ts';
import { checkPassword, createMerchant } from './create-merchant.ts';

const INPUT = { name: ' Shop ', email: ' ada@example.com ', password: '0123456789', actor: 'cli' };

describe('createMerchant', () => {
  it('creates a merchant, its owner and a test key, with one audit entry', async () => {
    const ports = createMemoryPorts();
    const { merchant, owner, key, privateKey } = await createMerchant(ports, INPUT);
    const nowMs = ports.clock.nowMs();
    expect(merchant).toMatchObject({ name: 'Shop', dataStoreId: undefined, createdAtMs: nowMs });
    expect(owner).toMatchObject({ email: 'ada@example.com', createdAtMs: nowMs });
    expect(key).toMatchObject({ merchantId: merchant.id, livemode: false });
    expect(ports.vault.open(key.sealedPrivateKey ?? '', keyCell(key))).toBe(privateKey);
    expect(await ports.merchants.find(merchant.id)).toEqual(merchant);
    expect(await ports.users.findByEmail('ada@example.com')).toEqual({ user: owner, merchant });
    expect(await ports.keys.find(key.id)).toEqual(key);
    expect(ports.audit.entries).toEqual([
      {
        actor: 'cli',
        action: 'merchant.created',
        merchantId: merchant.id,
        subject: merchant.id,
        details: { user: owner.id, key: key.id },
        atMs: nowMs,
      },
    ]);
  });

  it('stores a hash of the password that verifies', async () => {
    const ports = createMemoryPorts();
    const { owner } = await createMerchant(ports, INPUT);
    expect(owner.passwordHash).not.toBe(INPUT.password);
    expect(await ports.passwords.verify(owner.passwordHash, INPUT.password)).toBe(true);
  });

  it.each([
    ['email', { email: 'ada' }],
    ['email', { email: 'ada@' }],
    ['email', { email: 'a da@example.com' }],
    ['email', { email: `${'a'.repeat(LIMITS.emailLengthMax - 11)}@example.com` }],
    ['email', { email: `${'\uFDFA'.repeat(20)}@example.com` }],
    ['password', { password: 'a'.repeat(LIMITS.passwordLengthMin - 1) }],
    ['password', { password: 'a'.repeat(LIMITS.passwordLengthMax + 1) }],
    ['business_name', { name: '  ' }],
  ])('answers validation_failed at %s for %j', async (field, wrong) => {
    const ports = createMemoryPorts();
    expect(await failureOf(ports, () => createMerchant(ports, { ...INPUT, ...wrong }))).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: `#/${field}`, code: 'invalid_value' }],
    });
  });

  it('answers email_taken for another spelling of an address', async () => {
    const ports = createMemoryPorts();
    await createMerchant(ports, INPUT);
    for (const email of ['ADA@example.com', 'ada@exampLe.com', '\uFF21da@example.com']) {
      const failure = await failureOf(ports, () => createMerchant(ports, { ...INPUT, email }));
      expect(failure).toMatchObject({ code: 'email_taken' });
    }
  });

  it('creates one account when the same address signs up twice at the same time', async () => {
    const ports = createMemoryPorts();
    const results = await Promise.allSettled([createMerchant(ports, INPUT), createMerchant(ports, INPUT)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await ports.merchants.list()).toHaveLength(1);
  });

  it('answers setup_link_invalid for a link that is not open', async () => {
    const ports = createMemoryPorts();
    await ports.users.offerSetUpLink('open', ports.clock.nowMs());
    const withLink = (setUpLinkHash: string) => createMerchant(ports, { ...INPUT, setUpLinkHash });
    expect(await failureOf(ports, () => withLink('other'))).toMatchObject({ code: 'setup_link_invalid' });
    await expect(withLink('open')).resolves.toBeDefined();
    expect(await failureOf(ports, () => withLink('open'))).toMatchObject({ code: 'setup_link_invalid' });
  });
});

describe('checkPassword', () => {
  it.each([LIMITS.passwordLengthMin, LIMITS.passwordLengthMax])('accepts %i characters', (length) => {
    expect(() => checkPassword('a'.repeat(length))).not.toThrow();
  });
});
