import type { EndpointId } from '../../domain/ids.ts';
import type { Endpoint, EndpointStatus } from '../../domain/webhooks/endpoint.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/stores.ts';
import type { WebhookSender } from '../../ports/webhook-sender.ts';
import { checkEndpoint } from './check-endpoint.ts';
import { getEndpoint, noEndpoint } from './get-endpoint.ts';

export interface EndpointInput {
  id: EndpointId | undefined;
  livemode: boolean;
  url?: string | undefined;
  description?: string | undefined;
  events?: readonly string[] | undefined;
  status?: EndpointStatus | undefined;
  actor: string;
  address?: string | undefined;
}

/** Changes what is given. An endpoint that is enabled again, or has another URL, starts without its past failures. */
export async function changeEndpoint(
  ports: { clock: Clock; webhookSender: Pick<WebhookSender, 'check'> },
  store: Store,
  input: EndpointInput,
): Promise<Endpoint> {
  const { id } = await getEndpoint(store, input.id);
  await checkEndpoint(ports, input);
  const { url, description, events, status, actor, address } = input;
  const changed = await store.endpoints.change(id, ports.clock.nowMs(), (found) => {
    const endpoint = {
      ...found,
      url: url ?? found.url,
      description: description ?? found.description,
      events: events ?? found.events,
      ...(url !== undefined && url !== found.url && { failingSinceMs: undefined }),
      ...statusAfter(found, status),
    };
    const details = { url, description, events, status, address };
    return { endpoint, audit: { actor, action: 'webhook_endpoint.changed', subject: id, details } };
  });
  if (!changed) throw noEndpoint();
  return changed;
}

function statusAfter(
  found: Endpoint,
  status: EndpointStatus | undefined,
): Partial<Pick<Endpoint, 'status' | 'disabledReason' | 'failingSinceMs'>> {
  if (status === undefined || status === found.status) return {};
  if (status === 'disabled') return { status, disabledReason: 'user' };
  return { status, disabledReason: undefined, failingSinceMs: undefined };
}
