import type { FoundTransfer } from '../../src/ports/chain.ts';
import { type ClaimInput, claimPayment } from '../../src/usecases/checkout/claim-payment.ts';
import { openShop } from './open-shop.ts';
import { sampleTransfer } from './sample-transfer.ts';

/** A merchant with an intent of 0.5 SOL, and a payer who sends and claims. */
export async function openClaim() {
  const shop = await openShop();
  await shop.addWallet('solana-devnet', 'wallet');
  const intent = await shop.openIntent('0.5 SOL');
  const target = await shop.targetOf(intent, 'solana-devnet');
  const { publicKey } = shop.made.key;
  const transactions = shop.ports.chain('solana-devnet').transactions;
  const answerTo = (more: Partial<ClaimInput> = {}) =>
    claimPayment(shop.ports, {
      publicKey,
      id: intent.id,
      network: undefined,
      tx: 'tx-1',
      origin: 'https://pay.example.com',
      proof: undefined,
      ...more,
    });
  const claim = (more: Partial<ClaimInput> = {}) => answerTo(more).then(({ result }) => result);
  /** The chain knows this transfer to the wallet; without keys it names no intent. */
  const send = (more: Partial<FoundTransfer> = {}): FoundTransfer => {
    const transfer = sampleTransfer('tx-1', '0.5 SOL', target, { firstSeenAtMs: shop.ports.clock.nowMs(), ...more });
    transactions.set(transfer.tx, [transfer]);
    return transfer;
  };
  const unmatched = async () =>
    (await shop.store.transfers.list({ unassigned: true, limit: 50 })).map(({ tx, reason }) => `${tx} ${reason}`);
  const listed = async () => {
    const transfers = await shop.store.transfers.list({ unassigned: true, limit: 50 });
    const claims = await shop.store.transfers.listClaims(transfers.map(({ id }) => id));
    return { transfers, claims };
  };
  return { shop, intent, target, transactions, answerTo, claim, send, unmatched, listed };
}
