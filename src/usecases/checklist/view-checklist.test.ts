import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { openEndpoint } from '../../../test/memory/open-endpoint.ts';
import { openShop, type Shop } from '../../../test/memory/open-shop.ts';
import { openGuardedShop } from '../../../test/memory/second-factor.ts';
import { LIMITS } from '../../domain/limits.ts';
import { createKey } from '../keys/create-key.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { inviteMember } from '../team/invite-member.ts';
import { addWallet } from '../wallets/add-wallet.ts';
import { viewChecklist } from './view-checklist.ts';

const NETWORKS = ['simulated', 'solana-devnet', 'solana', 'bitcoin'] as const;

const view = (shop: Shop) => viewChecklist(shop.ports, shop.tenant, shop.made.owner.id);

const NOTHING = {
  newestIntent: undefined,
  succeededIntent: undefined,
  hasWallet: false,
  hasEndpoint: false,
  hasDelivered: false,
  hasSecondFactor: false,
  hasColleague: false,
};

describe('viewChecklist', () => {
  it('has nothing done for a new merchant', async () => {
    const shop = await openShop({ ports: createMemoryPorts({ networks: NETWORKS }) });
    const { test, live } = await view(shop);
    expect(test).toEqual(NOTHING);
    expect(live).toMatchObject({ hasKey: false, newestIntent: undefined, succeededIntent: undefined });
    expect(live.networks.map(({ listed }) => listed.network.livemode)).not.toContain(false);
    expect(live.networks.filter(({ wallet }) => wallet)).toEqual([]);
  });

  it('follows the payments, the wallet and the webhook of test mode', async () => {
    const shop = await openShop({ ports: createMemoryPorts({ networks: NETWORKS }) });
    const first = await shop.openIntent();
    expect((await view(shop)).test).toEqual({ ...NOTHING, newestIntent: first.id });
    await shop.addWallet('solana-devnet');
    await shop.pay(first, '0.5 SOL');
    shop.ports.clock.advance(1);
    const second = await shop.openIntent();
    const expected = { ...NOTHING, hasWallet: true, newestIntent: second.id, succeededIntent: first.id };
    expect((await view(shop)).test).toEqual(expected);
    const { endpoint } = await openEndpoint(shop);
    expect((await view(shop)).test).toEqual({ ...expected, hasEndpoint: true });
    await shop.store.endpoints.change(endpoint.id, 1, (row) => ({
      endpoint: { ...row, lastSuccessAtMs: 1 },
      audit: { actor: 'test', action: 'webhook_endpoint.changed', subject: row.id, details: {} },
    }));
    expect((await view(shop)).test).toEqual({ ...expected, hasEndpoint: true, hasDelivered: true });
  });

  it('knows the second factor of the user who asks, and an invitation', async () => {
    const { shop, owner } = await openGuardedShop();
    expect((await view(shop)).test).toEqual({ ...NOTHING, hasSecondFactor: true });
    const invitation = {
      email: 'grace@example.com',
      role: 'support' as const,
      baseUrl: 'https://pay.example',
      address: '::1',
    };
    await inviteMember(shop.ports, owner, invitation);
    expect((await view(shop)).test).toEqual({ ...NOTHING, hasSecondFactor: true, hasColleague: true });
    shop.ports.clock.advance(LIMITS.invitationMs + 1);
    expect((await view(shop)).test).toMatchObject({ hasColleague: false });
  });

  it('follows live mode apart from test mode', async () => {
    const shop = await openShop({ ports: createMemoryPorts({ networks: NETWORKS }), livemode: true });
    const { ports, tenant } = shop;
    const intent = await shop.openIntent();
    await addWallet(ports, {
      tenant,
      network: 'bitcoin',
      text: 'a key',
      startIndex: 0,
      delayed: true,
      actor: 'test',
    });
    await shop.addWallet('solana');
    const { test, live } = await view(shop);
    expect(test).toEqual(NOTHING);
    const walletOn = (name: string) => live.networks.find(({ listed }) => listed.network.name === name)?.wallet;
    expect(live.newestIntent).toBe(intent.id);
    expect(walletOn('solana')).toMatchObject({ isPending: false });
    expect(walletOn('bitcoin')).toEqual({
      isPending: true,
      effectiveAtMs: ports.clock.nowMs() + LIMITS.walletDelayMs,
    });
    expect(walletOn('litecoin')).toBeUndefined();
  });

  it('counts a live key until it is revoked', async () => {
    const shop = await openShop({ livemode: true });
    const { ports, tenant } = shop;
    const { key } = await createKey(ports, {
      merchantId: tenant.merchantId,
      mode: 'live',
      name: 'Server',
      actor: 'test',
    });
    expect((await view(shop)).live.hasKey).toBe(true);
    await revokeKey(ports, { keyId: key.id, actor: 'test' });
    expect((await view(shop)).live.hasKey).toBe(false);
  });
});
