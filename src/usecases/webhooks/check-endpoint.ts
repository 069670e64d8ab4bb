import { Problem } from '../../domain/errors.ts';
import type { FieldError } from '../../domain/field-error.ts';
import { checkEventTypes } from '../../domain/webhooks/check-event-types.ts';
import type { WebhookSender } from '../../ports/webhook-sender.ts';

/** Throws if webhooks cannot be sent to this URL, or if a type of event does not exist. What is not given is not checked. */
export async function checkEndpoint(
  { webhookSender }: { webhookSender: Pick<WebhookSender, 'check'> },
  { url, events, livemode }: { url?: string | undefined; events?: readonly string[] | undefined; livemode: boolean },
): Promise<void> {
  const detail = url === undefined ? undefined : await webhookSender.check(url, livemode);
  const errors: FieldError[] = [
    ...(detail === undefined ? [] : [{ pointer: '#/url', code: 'invalid_url', detail }]),
    ...checkEventTypes(events ?? []),
  ];
  if (errors.length === 0) return;
  throw new Problem('validation_failed', 'The webhook endpoint is invalid.', { errors });
}
