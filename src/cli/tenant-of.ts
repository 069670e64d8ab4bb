import type { IntentId } from '../domain/ids.ts';
import { UserError } from '../domain/user-error.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store, Tenant } from '../ports/stores.ts';
import type { Args, Option } from './command.ts';
import { readId } from './read-id.ts';

/** The options by which a command names whose data it reads. */
export const tenantOptions: Record<string, Option> = {
  merchant: { type: 'string', help: 'id of the merchant', required: true },
  live: { type: 'boolean', help: 'live data instead of test data' },
};

export async function tenantOf(ports: Ports, args: Args): Promise<Tenant> {
  const merchant = await ports.merchants.find(readId('mer', args.text('merchant')));
  if (!merchant) throw new UserError(`There is no merchant ${args.text('merchant')}.`);
  const { id: merchantId, dataStoreId } = merchant;
  return { merchantId, dataStoreId, livemode: args.flag('live') };
}

/** The same for a command that names one intent, whose id is enough to find it. */
export const intentOptions = {
  ...tenantOptions,
  merchant: { type: 'string', help: 'id of the merchant; without it all are asked' },
} satisfies Record<string, Option>;

export async function tenantOfIntent(ports: Ports, args: Args, id: IntentId): Promise<Tenant> {
  if (args.maybe('merchant') !== undefined) return tenantOf(ports, args);
  const livemode = args.flag('live');
  for (const { id: merchantId, dataStoreId } of await ports.merchants.list()) {
    const tenant = { merchantId, dataStoreId, livemode };
    if (await (await ports.stores.of(tenant)).intents.find(id)) return tenant;
  }
  throw new UserError(`No merchant has a payment intent ${id} in ${livemode ? 'live' : 'test'} mode.`);
}

export async function storeOf(ports: Ports, args: Args): Promise<Store> {
  return ports.stores.of(await tenantOf(ports, args));
}
