import type { Static } from 'typebox';
import { present, scan, visited } from '../intents/example-outcomes.ts';
import { PATH_PARAMETERS } from '../server/path-parameters.ts';
import type { TransferSchema } from './transfer-schema.ts';

const BLOCK = 312_345_678;

/** An unmatched transfer as the API returns it. */
export const exampleTransfer: Static<typeof TransferSchema> = {
  id: PATH_PARAMETERS.transfer_id.example,
  object: 'transfer',
  network: 'solana-devnet',
  tx: '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW',
  index: 1,
  address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  asset: 'SOL',
  token: null,
  amount: '0.46342',
  block: BLOCK,
  reason: 'no_reference',
  payment_intent_id: null,
  assigned_to: null,
  first_seen_at: '2026-11-15T09:30:00.000Z',
  claims: [
    {
      payment_intent_id: PATH_PARAMETERS.payment_intent_id.example,
      claimed_at: '2026-11-15T09:35:00.000Z',
      proof: {
        address: '82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny',
        proven_at: '2026-11-15T09:36:00.000Z',
      },
    },
  ],
  more_claims: 0,
  suggestions: [
    {
      payment_intent_id: PATH_PARAMETERS.payment_intent_id.example,
      network: 'solana-devnet',
      amount: '0.464423',
      difference: '-0.001003',
    },
  ],
};

const { tx, index, amount, first_seen_at: seenAt } = exampleTransfer;

/** The payment intent to which the transfer was assigned when its block was final. */
export const exampleAssignedIntent = present(
  scan(
    visited,
    Date.parse('2026-11-15T09:40:00.000Z'),
    { tx, index, amount, block: BLOCK, atMs: Date.parse(seenAt) },
    BLOCK,
  ),
);

/** Transfers that are only counted, as the API returns them. */
export const exampleDust = { network: 'solana-devnet', asset: 'SOL', transfers: 1_204, amount: '0.0006' };
