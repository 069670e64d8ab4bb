import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { makeId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { UserError } from '../../domain/user-error.ts';
import { createKey } from './create-key.ts';

async function setUp() {
  const shop = await openShop();
  const input = { merchantId: shop.tenant.merchantId, mode: 'live' as const, name: 'Server', actor: 'usr' };
  return { ports: shop.ports, input };
}

describe('createKey', () => {
  it('stores the key and records who created it', async () => {
    const { ports, input } = await setUp();
    const { key, privateKey } = await createKey(ports, {
      ...input,
      allowedCidrs: ['203.0.113.0/24', '2001:db8::/128'],
    });
    expect(await ports.keys.find(key.id)).toEqual(key);
    expect(ports.audit.entries.at(-1)).toEqual({
      actor: 'usr',
      action: 'api_key.created',
      merchantId: input.merchantId,
      subject: key.id,
      details: { name: 'Server', livemode: true, scopes: key.scopes, allowed_cidrs: key.allowedCidrs },
      atMs: ports.clock.nowMs(),
    });
    expect(JSON.stringify(ports.audit.entries)).not.toContain(privateKey);
  });

  it('takes no more address ranges than the limit', async () => {
    const { ports, input } = await setUp();
    const ranges = Array.from({ length: LIMITS.allowedCidrsMax + 1 }, (_, number) => `10.0.${number}.0/24`);
    await createKey(ports, { ...input, allowedCidrs: ranges.slice(1) });
    const failure = await failureOf(ports, () => createKey(ports, { ...input, allowedCidrs: ranges }));
    expect(failure).toMatchObject({ code: 'validation_failed' });
  });

  it('records that the user confirmed it with the password', async () => {
    const { ports, input } = await setUp();
    await createKey(ports, { ...input, scopes: ['wallets:write'], confirmed: true });
    expect(ports.audit.entries.at(-1)?.details).toMatchObject({ scopes: ['wallets:write'], confirmed: true });
  });

  it('rejects a merchant that does not exist', async () => {
    const { ports, input } = await setUp();
    const merchantId = makeId('mer', 1, new Uint8Array(10));
    expect(await failureOf(ports, () => createKey(ports, { ...input, merchantId }))).toBeInstanceOf(UserError);
  });

  it.each([
    '203.0.113.0',
    '203.0.113.0/',
    '203.0.113.0/33',
    '203.0.113.0/x',
    '203.0.113.0/24/24',
    'shop.example/24',
    '2001:db8::/129',
    '2001:db8::/1234',
    '',
  ])('rejects the address range "%s"', async (cidr) => {
    const { ports, input } = await setUp();
    const failure = await failureOf(ports, () => createKey(ports, { ...input, allowedCidrs: ['::/0', cidr] }));
    expect(failure).toMatchObject({ code: 'validation_failed' });
  });

  it('accepts an expiry one millisecond ahead, and none that is now or earlier', async () => {
    const { ports, input } = await setUp();
    const nowMs = ports.clock.nowMs();
    for (const expiresAtMs of [nowMs, nowMs - 1]) {
      expect(await failureOf(ports, () => createKey(ports, { ...input, expiresAtMs }))).toMatchObject({
        code: 'validation_failed',
        errors: [{ pointer: '#/expires_at', code: 'out_of_range' }],
      });
    }
    expect((await createKey(ports, { ...input, expiresAtMs: nowMs + 1 })).key.expiresAtMs).toBe(nowMs + 1);
  });
});
