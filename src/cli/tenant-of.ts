import type { IntentId } from '../domain/ids.ts';
import { UserError } from '../domain/user-error.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store, Tenant } from '../ports/stores.ts';
import type { Args, Option } from './command.ts';
import { readId } from './read-id.ts';

/** Options of every command that reads one merchant’s data. */
export const tenantOptions: Record<string, Option> = {
  merchant: { type: 'string', help: 'merchant ID', required: true },
  live: { type: 'boolean', help: 'use live mode instead of test mode' },
};

export async function tenantOf(ports: Ports, args: Args): Promise<Tenant> {
  const merchant = await ports.merchants.find(readId('mer', args.text('merchant')));
  if (!merchant)
    throw new UserError(
      `No merchant has the ID ${args.text('merchant')}. "npx florin merchants list" shows all merchants.`,
      'not_found',
    );
  const { id: merchantId, dataStoreId } = merchant;
  return { merchantId, dataStoreId, livemode: args.flag('live') };
}

/** Options of a command that takes the ID of an intent: the merchant is optional, because the ID is enough. */
export const intentOptions = {
  ...tenantOptions,
  merchant: { type: 'string', help: 'merchant ID; by default every merchant is searched' },
} satisfies Record<string, Option>;

export async function tenantOfIntent(ports: Ports, args: Args, id: IntentId): Promise<Tenant> {
  if (args.optional('merchant') !== undefined) return tenantOf(ports, args);
  const livemode = args.flag('live');
  for (const { id: merchantId, dataStoreId } of await ports.merchants.list()) {
    const tenant = { merchantId, dataStoreId, livemode };
    if (await (await ports.stores.of(tenant)).intents.find(id)) return tenant;
  }
  throw new UserError(`No payment intent has the ID ${id} in ${livemode ? 'live' : 'test'} mode.`, 'not_found');
}

export async function storeOf(ports: Ports, args: Args): Promise<Store> {
  return ports.stores.of(await tenantOf(ports, args));
}
