import type { Endpoint } from '../../src/domain/webhooks/endpoint.ts';
import type { RenderEvent } from '../../src/ports/event-dispatch.ts';
import type { PresentEndpoint } from '../../src/ports/webhook-endpoints.ts';
import { createEndpoint, type NewEndpoint } from '../../src/usecases/webhooks/create-endpoint.ts';
import type { Shop } from './open-shop.ts';

/** A body in which a test sees what was rendered. */
export const renderShort: RenderEvent = ({ id, type, number, subject }, apiVersion) =>
  JSON.stringify({ id, type, number, apiVersion, object: 'object' in subject ? subject.object : subject.intent.id });

export const presentShort: PresentEndpoint = ({ id, status }, livemode) => ({ id, status, livemode });

/** An endpoint of a shop, created by the use case itself. */
export async function openEndpoint(
  { ports, store, tenant }: Shop,
  more: Partial<NewEndpoint> = {},
): Promise<{ endpoint: Endpoint; secret: string }> {
  const input = { url: 'https://shop.example/hooks', description: '', events: ['*'], apiVersion: '2026-11-15' };
  return createEndpoint(ports, store, { tenant, ...input, actor: 'test', ...more });
}
