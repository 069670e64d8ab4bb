import type { MerchantId } from '../ids.ts';

/** Who claims which wallet, and where. A signature for one of these is worth nothing for another. */
export interface OwnershipClaim {
  /** The origin of this server, such as `https://pay.example.com`. */
  origin: string;
  merchantId: MerchantId;
  /** The network's CAIP-2 ID, or only its namespace if the wallet serves all networks of it. */
  chainId: string;
  address: string;
  issuedAtMs: number;
}

/**
 * The text that the owner of a wallet signs to use it for a merchant. People read it in their wallet, so it says what it is
 * for. It is plain ASCII, and no wallet can take it for a transaction.
 */
export const ownershipMessage = ({ origin, merchantId, chainId, address, issuedAtMs }: OwnershipClaim): string =>
  `Florin wallet ownership

I own this wallet, and the merchant below receives payments with it. Another merchant that uses it loses it.
Signing this message moves no money and gives no access to my wallet.

Website: ${origin}
Merchant: ${merchantId}
Network: ${chainId}
Address: ${address}
Issued at: ${new Date(issuedAtMs).toISOString()}`;
