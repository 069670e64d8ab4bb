import { describe, expect, it } from 'vitest';
import { claimTransfer } from '../../../test/memory/claim-transfer.ts';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { sampleTransfer } from '../../../test/memory/sample-transfer.ts';
import { newId } from '../../../test/store/sample-rows.ts';
import { assignTransfer } from './assign-transfer.ts';
import { getTransfer } from './get-transfer.ts';
import { listTransfers } from './list-transfers.ts';

/** A transfer that names nobody and that a payer claimed for an intent. */
async function setUp() {
  const shop = await openShop();
  await shop.addWallet('solana-devnet', 'wallet');
  const intent = await shop.openIntent('0.5 SOL');
  const target = await shop.targetOf(intent, 'solana-devnet');
  const transfer = sampleTransfer('a', '0.5 SOL', target, { keys: [], firstSeenAtMs: shop.ports.clock.nowMs() });
  await shop.receive('solana-devnet', [transfer]);
  await claimTransfer(shop, intent, transfer);
  const query = { unassigned: false, of: undefined, olderThan: undefined, limit: 10 };
  const [listed = expect.fail()] = (await listTransfers(shop.ports, shop.store, query)).page;
  return { shop, intent, listed };
}

describe('getTransfer', () => {
  it('returns a transfer with its claims and suggestions, as the list does', async () => {
    const { shop, intent, listed } = await setUp();
    const found = await getTransfer(shop.ports, shop.store, listed.transfer.id);
    expect(found).toEqual(listed);
    expect(found.claims).toMatchObject([{ intentId: intent.id }]);
  });

  it('returns one that was assigned, without suggestions', async () => {
    const { shop, intent, listed } = await setUp();
    const { id } = listed.transfer;
    await assignTransfer(shop.ports, shop.store, { tenant: shop.tenant, id, intentId: intent.id, actor: 'ada' });
    expect(await getTransfer(shop.ports, shop.store, id)).toMatchObject({
      transfer: { id, assignedTo: intent.id },
      suggestions: [],
    });
  });

  it.each([undefined, newId('tr')])('not_found: %s', async (id) => {
    const { ports, store } = await openShop();
    expect(await failureOf(ports, () => getTransfer(ports, store, id))).toMatchObject({ code: 'not_found' });
  });

  it('not_found: a transfer of another merchant, or of the other mode', async () => {
    const { shop, listed } = await setUp();
    const { store } = await openShop({ ports: shop.ports, name: 'other' });
    const live = shop.ports.stores.main.bind(shop.tenant.merchantId, true);
    for (const foreign of [store, live]) {
      const found = () => getTransfer(shop.ports, foreign, listed.transfer.id);
      expect(await failureOf(shop.ports, found)).toMatchObject({ code: 'not_found' });
    }
  });
});
