import { Problem } from '../../domain/errors.ts';
import { makeId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Endpoint } from '../../domain/webhooks/endpoint.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { Store, Tenant } from '../../ports/stores.ts';
import type { Vault } from '../../ports/vault.ts';
import type { WebhookSender } from '../../ports/webhook-sender.ts';
import { checkEndpoint } from './check-endpoint.ts';
import { sealSecret } from './seal-secret.ts';

interface CreatePorts {
  clock: Clock;
  random: Random;
  vault: Vault;
  webhookSender: Pick<WebhookSender, 'check'>;
}

export interface NewEndpoint {
  tenant: Pick<Tenant, 'merchantId' | 'livemode'>;
  url: string;
  description: string;
  events: readonly string[];
  apiVersion: string;
  actor: string;
  address?: string | undefined;
}

/** Creates an endpoint. Its secret exists only in the return value. */
export async function createEndpoint(
  ports: CreatePorts,
  store: Store,
  input: NewEndpoint,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const { tenant, url, description, events, apiVersion, actor, address } = input;
  const { merchantId, livemode } = tenant;
  await checkEndpoint(ports, { url, events, livemode });
  const nowMs = ports.clock.nowMs();
  const id = makeId('we', nowMs, ports.random.bytes(10));
  const { secret, sealedSecret } = sealSecret(ports, { id, merchantId, livemode });
  const endpoint: Endpoint = {
    id,
    url,
    description,
    events,
    apiVersion,
    sealedSecret,
    previous: undefined,
    status: 'enabled',
    disabledReason: undefined,
    failingSinceMs: undefined,
    lastSuccessAtMs: undefined,
    createdAtMs: nowMs,
  };
  const details = { url, events, address };
  const audit = { actor, action: 'webhook_endpoint.created', subject: id, details } as const;
  if (await store.endpoints.insert(endpoint, LIMITS.webhookEndpointsMax, audit)) return { endpoint, secret };
  const count = `${LIMITS.webhookEndpointsMax} webhook endpoints`;
  throw new Problem('invalid_state', `There are already ${count} in this mode, the maximum. Delete one first.`);
}
