import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { UserError } from '../../domain/user-error.ts';
import { releaseWallet } from './release-wallet.ts';

const input = { network: 'bitcoin-regtest', livemode: false, text: 'xpub', actor: 'cli' };

describe('releaseWallet', () => {
  it('lets another merchant add an extended key, after the addresses that were issued', async () => {
    const holder = await openShop({ name: 'holder' });
    const { ports } = holder;
    const other = await openShop({ ports, name: 'other' });
    const held = await holder.addWallet('bitcoin-regtest', 'xpub');
    await holder.targetOf(await holder.openIntent('0.1 BTC'), 'bitcoin-regtest');
    await expect(other.addWallet('bitcoin-regtest', 'xpub')).rejects.toMatchObject({ code: 'wallet_taken' });
    expect(await releaseWallet(ports, input)).toMatchObject({ id: held.id });
    expect(ports.audit.entries.at(-1)).toMatchObject({
      actor: 'cli',
      action: 'wallet.released',
      merchantId: holder.tenant.merchantId,
      subject: held.id,
      details: { reason: 'operator' },
    });
    expect(await other.addWallet('bitcoin-regtest', 'xpub')).toMatchObject({ nextIndex: 1 });
  });

  it('rejects a wallet that nobody uses', async () => {
    const { ports } = await openShop();
    expect(await failureOf(ports, () => releaseWallet(ports, input))).toBeInstanceOf(UserError);
  });
});
