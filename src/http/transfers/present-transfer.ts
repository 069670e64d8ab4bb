import type { Static } from 'typebox';
import { formatDecimal } from '../../domain/money/decimal.ts';
import { subtract } from '../../domain/money/money.ts';
import { describeTransfer } from '../../domain/transfers/describe-transfer.ts';
import type { DustCount } from '../../ports/transfers.ts';
import type { TransferView } from '../../usecases/transfers/view-transfers.ts';
import type { DustSchema, TransferSchema } from './transfer-schema.ts';

export const presentTransfer = ({
  transfer,
  claims,
  moreClaims,
  suggestions,
}: TransferView): Static<typeof TransferSchema> => ({
  ...describeTransfer(transfer),
  claims: claims.map(({ intentId, claimedAtMs, proof }) => ({
    payment_intent_id: intentId,
    claimed_at: new Date(claimedAtMs).toISOString(),
    proof: proof ? { address: proof.address, proven_at: new Date(proof.atMs).toISOString() } : null,
  })),
  more_claims: moreClaims,
  suggestions: suggestions.map(({ intentId, network, amount }) => ({
    payment_intent_id: intentId,
    network,
    amount: formatDecimal(amount),
    difference: formatDecimal(subtract(transfer.amount, amount)),
  })),
});

export const presentDust = ({ network, asset, transfers, amount }: DustCount): Static<typeof DustSchema> => ({
  network,
  asset,
  transfers,
  amount: formatDecimal(amount),
});
