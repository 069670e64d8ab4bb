import { Problem } from '../../domain/errors.ts';
import type { IntentId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Keys } from '../../ports/keys.ts';
import type { LinkSigner } from '../../ports/link-signer.ts';
import type { Tenant } from '../../ports/stores.ts';

const DAY_S = 86_400;

/** The query parameters of a payer's link. */
export interface InvoiceLink {
  expires: string;
  signature: string;
}

const signedText = (publicKey: string, intentId: IntentId, expires: string) =>
  `invoice ${publicKey} ${intentId} ${expires}`;

/** For a payer, who has no key. The expiry is rounded up to a whole day, so that all links of one day are equal. */
export function makeInvoiceLink(
  ports: { clock: Clock; links: LinkSigner },
  publicKey: string,
  intentId: IntentId,
): InvoiceLink {
  const days = Math.ceil(ports.clock.nowMs() / 1_000 / DAY_S) + LIMITS.invoiceLinkDays;
  const expires = String(days * DAY_S);
  return { expires, signature: ports.links.sign(signedText(publicKey, intentId, expires)) };
}

/** Finds the merchant of an invoice link. The link keeps working when its key pair is rolled or revoked. */
export async function openInvoiceLink(
  ports: { clock: Clock; links: LinkSigner; keys: Pick<Keys, 'findByPublicKey'> },
  publicKey: string,
  intentId: IntentId | undefined,
  { expires, signature }: InvoiceLink,
): Promise<Tenant> {
  const isSigned = intentId !== undefined && ports.links.isSigned(signedText(publicKey, intentId, expires), signature);
  if (!isSigned) throw new Problem('link_expired', 'This link is incomplete. Open it exactly as you received it.');
  if (Number(expires) * 1_000 <= ports.clock.nowMs()) {
    throw new Problem('link_expired', 'This link has expired. Ask the seller for a new one.');
  }
  const found = await ports.keys.findByPublicKey(publicKey);
  if (!found) throw new Problem('link_expired', 'This link is incomplete. Open it exactly as you received it.');
  const { key, merchant } = found;
  return { merchantId: merchant.id, dataStoreId: merchant.dataStoreId, livemode: key.livemode };
}
