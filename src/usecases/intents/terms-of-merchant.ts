import type { PolicySettings } from '../../domain/merchants/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Tenant } from '../../ports/stores.ts';

/** What an intent takes from its merchant when it is created. */
export interface MerchantTerms {
  expiresInSeconds: number;
  policy: PolicySettings;
  /** The networks on which the merchant has a wallet. */
  walletNetworks: readonly string[];
}

/** The terms for a request without a key. A request with a key gets them together with the key. */
export async function termsOfMerchant(
  { clock, settings, wallets }: Pick<Ports, 'clock' | 'settings' | 'wallets'>,
  { merchantId, livemode }: Pick<Tenant, 'merchantId' | 'livemode'>,
): Promise<MerchantTerms> {
  const [found, all] = await Promise.all([settings.find(merchantId), wallets.list(merchantId, livemode)]);
  const { expiresInSeconds, tolerancePercent, toleranceAmount, latePolicy } = found;
  const nowMs = clock.nowMs();
  const current = all.filter(
    ({ effectiveAtMs, removedAtMs }) => effectiveAtMs <= nowMs && (removedAtMs === undefined || removedAtMs > nowMs),
  );
  return {
    expiresInSeconds,
    policy: { tolerancePercent, toleranceAmount, latePolicy },
    walletNetworks: current.map(({ network }) => network),
  };
}
