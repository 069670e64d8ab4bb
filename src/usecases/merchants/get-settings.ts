import type { Merchant } from '../../domain/merchants/merchant.ts';
import type { NamedSettings } from '../../domain/merchants/settings.ts';
import type { Ports } from '../../ports/ports.ts';

export async function getSettings(ports: Pick<Ports, 'settings'>, merchant: Merchant): Promise<NamedSettings> {
  return { name: merchant.name, ...(await ports.settings.find(merchant.id)) };
}
