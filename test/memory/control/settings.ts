import type { MerchantId } from '../../../src/domain/ids.ts';
import { DEFAULT_SETTINGS, type MerchantSettings } from '../../../src/domain/merchants/settings.ts';
import type { Settings } from '../../../src/ports/settings.ts';
import { type ControlTables, writeAudit } from './tables.ts';

export function memorySettings(tables: ControlTables): Settings {
  const { merchants, settings } = tables;
  const find = (merchantId: MerchantId): MerchantSettings => {
    const name = merchants.get(merchantId)?.name ?? '';
    return { ...(settings.get(merchantId)?.settings ?? DEFAULT_SETTINGS), name };
  };
  return {
    find: async (merchantId) => find(merchantId),

    async change(merchantId, change) {
      const merchant = merchants.get(merchantId);
      if (!merchant) throw new Error(`the merchant ${merchantId} is not known`);
      const row = settings.get(merchantId);
      const { after, logo, audit } = change(find(merchantId));
      const picture = logo === undefined ? row?.logo : (logo ?? undefined);
      merchants.set(merchantId, { ...merchant, name: after.name });
      settings.set(merchantId, {
        logo: picture,
        settings: { ...asNumbers(after), logo: picture && { hash: picture.hash, type: picture.type } },
      });
      writeAudit(tables, audit);
      return after;
    },

    findLogo: async (hash) => [...settings.values()].find(({ logo }) => logo?.hash === hash)?.logo,
  };
}

/** The database keeps decimals as numbers, which have no zeros before their first digit. */
const asNumbers = (settings: MerchantSettings): MerchantSettings => ({
  ...settings,
  tolerancePercent: settings.tolerancePercent.replace(/^0+(?=\d)/, ''),
  toleranceAmount: settings.toleranceAmount.replace(/^0+(?=\d)/, ''),
});
