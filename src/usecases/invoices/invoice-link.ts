import { Problem } from '../../domain/errors.ts';
import type { IntentId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Keys } from '../../ports/keys.ts';
import type { LinkSigner } from '../../ports/link-signer.ts';
import type { Tenant } from '../../ports/stores.ts';

const DAY_S = 86_400;

/** What a payer's link carries besides the path. */
export interface InvoiceLink {
  expires: string;
  signature: string;
}

const signedText = (publicKey: string, intentId: IntentId, expires: string) =>
  `invoice ${publicKey} ${intentId} ${expires}`;

/** For a payer who has no key. The time is rounded up to a whole day, so that one day's links to an invoice are equal. */
export function makeInvoiceLink(
  ports: { clock: Clock; links: LinkSigner },
  publicKey: string,
  intentId: IntentId,
): InvoiceLink {
  const days = Math.ceil(ports.clock.nowMs() / 1_000 / DAY_S) + LIMITS.invoiceLinkDays;
  const expires = String(days * DAY_S);
  return { expires, signature: ports.links.sign(signedText(publicKey, intentId, expires)) };
}

/** Whose invoice a link opens. It goes on working when the key pair it was made with is rolled or revoked. */
export async function openInvoiceLink(
  ports: { clock: Clock; links: LinkSigner; keys: Pick<Keys, 'findByPublicKey'> },
  publicKey: string,
  intentId: IntentId | undefined,
  { expires, signature }: InvoiceLink,
): Promise<Tenant> {
  const isSigned = intentId !== undefined && ports.links.isSigned(signedText(publicKey, intentId, expires), signature);
  if (!isSigned) throw new Problem('link_expired', 'This link is not whole. Open it exactly as it was sent to you.');
  if (Number(expires) * 1_000 <= ports.clock.nowMs()) {
    throw new Problem('link_expired', 'This link has expired. Ask the seller for a new one.');
  }
  const found = await ports.keys.findByPublicKey(publicKey);
  if (!found) throw new Problem('link_expired', 'This link is not whole. Open it exactly as it was sent to you.');
  const { key, merchant } = found;
  return { merchantId: merchant.id, dataStoreId: merchant.dataStoreId, livemode: key.livemode };
}
