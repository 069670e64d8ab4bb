import type { IntentId } from '../ids.ts';

/** What a claim says, and where. A signature for one of these is worth nothing for another. */
export interface ClaimSubject {
  /** The origin of this server, such as `https://pay.example.com`. */
  origin: string;
  intentId: IntentId;
  /** The network's CAIP-2 ID. */
  chainId: string;
  tx: string;
}

/**
 * The text that the owner of the source account signs. People read it in their wallet, so it says what it is for. It is
 * plain ASCII, and no wallet can take it for a transaction: as the header of one, `Fl` would stand for 70 signers of
 * which 108 are read-only.
 */
export const claimMessage = ({ origin, intentId, chainId, tx }: ClaimSubject): string =>
  `Florin payment claim

I sent this transaction as payment for the payment intent below.
Signing this message moves no money and gives no access to my wallet.

Website: ${origin}
Payment intent: ${intentId}
Network: ${chainId}
Transaction: ${tx}`;
