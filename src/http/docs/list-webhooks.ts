import type { OpenApiDocument, Webhook } from './open-api-types.ts';
import { slugify } from './slugify.ts';

/** A request that the server sends, with the type of its event. */
export interface WebhookEntry {
  readonly id: string;
  readonly type: string;
  readonly webhook: Webhook;
}

/** Every request that the server sends, in the order of the document. */
export function listWebhooks({ webhooks = {} }: OpenApiDocument): readonly WebhookEntry[] {
  return Object.entries(webhooks).map(([type, { post }]) => ({ id: slugify(`event ${type}`), type, webhook: post }));
}
