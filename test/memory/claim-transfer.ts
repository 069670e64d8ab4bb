import type { Intent } from '../../src/domain/intents/intent.ts';
import type { Transfer } from '../../src/domain/transfers/transfer.ts';
import { claimPayment } from '../../src/usecases/checkout/claim-payment.ts';
import type { openShop } from './open-shop.ts';

/** A payer says, without a proof, that a transfer on a network is for an intent. */
export async function claimTransfer(
  shop: Awaited<ReturnType<typeof openShop>>,
  intent: Pick<Intent, 'id'>,
  transfer: Transfer,
): Promise<void> {
  shop.ports.chain('solana-devnet').transactions.set(transfer.tx, [transfer]);
  await claimPayment(shop.ports, {
    publicKey: shop.made.key.publicKey,
    id: intent.id,
    network: undefined,
    tx: transfer.tx,
    origin: 'https://pay.example.com',
    proof: undefined,
  });
}
