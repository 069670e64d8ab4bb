import { paymentUri } from './payment-uri.ts';

/**
 * What a QR code holds. Many wallets read only the first address of an EIP-681 link; for a token that is its contract, and
 * what is sent there is lost. So the code of a token holds the plain address, and the payer enters the amount.
 */
export function qrText(...[order, network]: Parameters<typeof paymentUri>): string {
  return order.asset.token === undefined ? paymentUri(order, network) : order.target.address;
}
