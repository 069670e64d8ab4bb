import { parseDecimal } from '../../src/domain/money/decimal.ts';
import type { Destination } from '../../src/domain/payments/payment-target.ts';
import type { Transfer } from '../../src/domain/transfers/transfer.ts';

/** A transfer of an amount such as "0.5 SOL" to a payment target, in block 5. */
export function sampleTransfer(
  tx: string,
  sent: string,
  target: Destination,
  more: Partial<Transfer> & { firstSeenAtMs: number },
): Transfer {
  const [amount = '', asset = ''] = sent.split(' ');
  return {
    tx,
    index: 0,
    keys: [target.reference ?? target.address],
    address: target.address,
    asset,
    token: undefined,
    amount: parseDecimal(amount),
    blockHeight: 5,
    failed: false,
    spends: [],
    ...more,
  };
}
