import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { sampleTransfer } from '../../../test/memory/sample-transfer.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';

const NETWORK = 'ethereum-sepolia';

/** An intent of 1 ETH at a wallet: one address for all intents, or an extended key with an address for each. */
async function setUp(wallet: 'wallet' | 'xpub') {
  const shop = await openShop({ ports: createMemoryPorts({ networks: [NETWORK] }) });
  await shop.addWallet(NETWORK, wallet);
  const intent = await shop.openIntent('1 ETH');
  const target = await shop.targetOf(intent, NETWORK);
  const transfer = (tx: string, more: Partial<Transfer> = {}) =>
    sampleTransfer(tx, '1 ETH', target, { firstSeenAtMs: shop.ports.clock.nowMs(), keys: [], ...more });
  const grown = (more: Partial<Transfer> = {}) => transfer('block 5', { isUnexplained: true, ...more });
  const receive = (...transfers: Transfer[]) => shop.receive(NETWORK, transfers);
  const unmatched = async () =>
    (await shop.store.transfers.list({ unassigned: true, limit: 10 })).map(({ tx, reason }) => `${tx} ${reason}`);
  const find = () => shop.find(intent.id);
  return { target, transfer, grown, receive, unmatched, find };
}

describe('a balance that grew without a transaction', () => {
  it.each(['wallet', 'xpub'] as const)('is listed for the merchant, and pays nothing (%s)', async (wallet) => {
    const { grown, receive, unmatched, find } = await setUp(wallet);
    await receive(grown());
    expect(await unmatched()).toEqual(['block 5 unexplained']);
    expect(await find()).toMatchObject({ status: 'requires_payment', payments: [] });
  });

  it('at an address that nobody has does not keep others from being paid', async () => {
    const { target, transfer, grown, receive, unmatched, find } = await setUp('xpub');
    await receive(grown({ address: 'elsewhere' }), transfer('t1', { keys: [target.address] }));
    expect(await unmatched()).toEqual([]);
    expect((await find()).payments).toMatchObject([{ tx: 't1' }]);
  });
});

describe('a transfer to a wallet where the exact amount names the intent', () => {
  it('is listed with another amount as the reason', async () => {
    const { transfer, receive, unmatched, find } = await setUp('wallet');
    await receive(transfer('t1'));
    expect(await unmatched()).toEqual(['t1 other_amount']);
    expect(await find()).toMatchObject({ status: 'requires_payment', payments: [] });
  });
});
