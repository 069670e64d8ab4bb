import type { NamedSettings } from '../../domain/merchants/settings.ts';
import type { Ports } from '../../ports.ts';
import type { Merchant } from '../../record-ports.ts';

export async function getSettings(ports: Pick<Ports, 'control'>, merchant: Merchant): Promise<NamedSettings> {
  return { name: merchant.name, ...(await ports.control.findSettings(merchant.id)) };
}
