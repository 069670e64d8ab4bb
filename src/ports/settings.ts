import type { MerchantId } from '../domain/ids.ts';
import type { Logo, MerchantSettings } from '../domain/merchants/settings.ts';
import type { AuditEntry } from './audit.ts';

export interface Settings {
  find(merchantId: MerchantId): Promise<MerchantSettings>;
  /** Reads and writes in one transaction, so concurrent changes are not lost. Returns the settings after the change. */
  change(
    merchantId: MerchantId,
    change: (before: MerchantSettings) => {
      after: MerchantSettings;
      /** The image: undefined keeps it, null removes it. */
      logo: Logo | null | undefined;
      audit: AuditEntry;
    },
  ): Promise<MerchantSettings>;
  /** Finds the logo of any merchant: a caller that knows the hash has seen a page with the logo. */
  findLogo(hash: string): Promise<Logo | undefined>;
}
