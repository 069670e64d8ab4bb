import type { EndpointId } from '../../domain/ids.ts';
import { endpointCell } from '../../domain/secrets/sealed-cell.ts';
import type { Endpoint } from '../../domain/webhooks/endpoint.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { Store, Tenant } from '../../ports/stores.ts';
import type { Vault } from '../../ports/vault.ts';
import { OVERLAPS_MS, type Overlap } from '../keys/roll-key.ts';
import { getEndpoint, noEndpoint } from './get-endpoint.ts';
import { sealSecret } from './seal-secret.ts';

/** Replaces the secret of an endpoint. During the overlap, the one before signs too. */
export async function rollEndpointSecret(
  ports: { clock: Clock; random: Random; vault: Vault },
  store: Store,
  input: {
    tenant: Pick<Tenant, 'merchantId' | 'livemode'>;
    id: EndpointId | undefined;
    overlap: Overlap;
    actor: string;
    address?: string | undefined;
  },
): Promise<{ endpoint: Endpoint; secret: string }> {
  const { tenant, overlap, actor, address } = input;
  const { id } = await getEndpoint(store, input.id);
  const owner = { id, merchantId: tenant.merchantId, livemode: tenant.livemode };
  const nowMs = ports.clock.nowMs();
  const { secret, sealedSecret } = sealSecret(ports, owner);
  const endpoint = await store.endpoints.change(id, nowMs, (found) => {
    const before = ports.vault.open(found.sealedSecret, endpointCell('secret', owner));
    const previous = {
      sealedSecret: ports.vault.seal(before, endpointCell('previous_secret', owner)),
      untilMs: nowMs + OVERLAPS_MS[overlap],
    };
    return {
      endpoint: { ...found, sealedSecret, previous: overlap === 'now' ? undefined : previous },
      audit: { actor, action: 'webhook_endpoint.rolled', subject: id, details: { overlap, address } },
    };
  });
  if (!endpoint) throw noEndpoint();
  return { endpoint, secret };
}
