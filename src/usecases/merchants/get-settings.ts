import type { Merchant } from '../../domain/merchants/merchant.ts';
import type { MerchantSettings } from '../../domain/merchants/settings.ts';
import type { Ports } from '../../ports/ports.ts';

export function getSettings(ports: Pick<Ports, 'settings'>, merchant: Merchant): Promise<MerchantSettings> {
  return ports.settings.find(merchant.id);
}
