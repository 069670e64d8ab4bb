import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { addWallet } from './add-wallet.ts';
import { removeWallet } from './remove-wallet.ts';

describe('removeWallet', () => {
  it('removes a wallet from now on and records who did it', async () => {
    const shop = await openShop();
    const { ports, tenant } = shop;
    const wallet = await shop.addWallet('solana-devnet');
    ports.clock.advance(5);
    await removeWallet(ports, tenant, { id: wallet.id, actor: 'usr' });
    const atMs = ports.clock.nowMs();
    expect(await ports.wallets.list(tenant.merchantId, false)).toEqual([{ ...wallet, removedAtMs: atMs }]);
    expect(ports.audit.entries.at(-1)).toEqual({
      actor: 'usr',
      action: 'wallet.removed',
      merchantId: tenant.merchantId,
      subject: wallet.id,
      details: { livemode: false },
      atMs,
    });
  });

  it('keeps the previous wallet when a pending one is removed', async () => {
    const shop = await openShop({ livemode: true });
    const { ports, tenant } = shop;
    const first = await shop.addWallet('solana', 'first');
    const input = { tenant, network: 'solana', text: 'second', startIndex: 0, delayed: true, actor: 'usr' };
    const pending = await addWallet(ports, input);
    await removeWallet(ports, tenant, { id: pending.id, actor: 'usr' });
    expect(await ports.wallets.list(tenant.merchantId, true)).toContainEqual(first);
  });

  it('answers not_found for no id, a wallet that is gone, another merchant’s and one of the other mode', async () => {
    const shop = await openShop();
    const { ports, tenant } = shop;
    const other = await openShop({ ports, name: 'other' });
    const [gone, foreign, own] = [
      await shop.addWallet('solana-devnet'),
      await other.addWallet('solana-devnet'),
      await shop.addWallet('bitcoin-regtest'),
    ];
    await removeWallet(ports, tenant, { id: gone.id, actor: 'usr' });
    for (const [whose, id] of [
      [tenant, undefined],
      [tenant, gone.id],
      [tenant, foreign.id],
      [{ ...tenant, livemode: true }, own.id],
    ] as const) {
      const failure = await failureOf(ports, () => removeWallet(ports, whose, { id: id, actor: 'usr' }));
      expect(failure).toMatchObject({ code: 'not_found' });
    }
  });
});
