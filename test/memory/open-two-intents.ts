import type { IntentId } from '../../src/domain/ids.ts';
import type { Transfer } from '../../src/domain/transfers/transfer.ts';
import type { Scan } from '../../src/ports/chain.ts';
import type { PaymentBook } from '../../src/ports/payment-book.ts';
import { recordScan } from '../../src/usecases/payments/record-scan.ts';
import { assignTransfer } from '../../src/usecases/transfers/assign-transfer.ts';
import { wrapBook } from '../simulation/bugs/wrap-book.ts';
import { openShop } from './open-shop.ts';
import { sampleTransfer } from './sample-transfer.ts';

/** A merchant with two intents of 1 SOL at one wallet. */
export async function openTwoIntents() {
  const shop = await openShop();
  await shop.addWallet('solana-devnet', 'wallet');
  const [first, second] = [await shop.openIntent('1 SOL'), await shop.openIntent('1 SOL')];
  const [target, other] = [await shop.targetOf(first, 'solana-devnet'), await shop.targetOf(second, 'solana-devnet')];
  const transfer = (tx: string, sent = '1 SOL', more: Partial<Transfer> = {}) =>
    sampleTransfer(tx, sent, target, { firstSeenAtMs: shop.ports.clock.nowMs(), ...more });
  const receive = (transfers: Transfer[], scan?: Partial<Scan>) => shop.receive('solana-devnet', transfers, scan);
  const listUnmatched = () => shop.store.transfers.list({ unassigned: true, limit: 10 });
  const unmatched = async () => (await listUnmatched()).map(({ tx, reason }) => `${tx} ${reason}`);
  const assign = async (intentId: IntentId) => {
    const [one] = await listUnmatched();
    return assignTransfer(shop.ports, shop.store, { tenant: shop.tenant, id: one?.id, intentId, actor: 'ada' });
  };
  const chain = shop.ports.chain('solana-devnet');
  const scan = (token = 1) => recordScan(shop.ports, chain, token, shop.ports.stores.main);
  /** Records transfers while some calls to the database are replaced. */
  const receiveThrough = async (transfers: Transfer[], change: (book: PaymentBook) => Partial<PaymentBook>) => {
    chain.report({ transfers });
    await recordScan(shop.ports, chain, 1, wrapBook(change)(shop.ports.stores.main));
  };
  /** The keys of a transfer that names both intents. */
  const both = [target.reference ?? '', other.reference ?? ''];
  return { shop, first, second, other, both, transfer, receive, receiveThrough, unmatched, assign, chain, scan };
}
