import type { FieldError } from '../field-error.ts';
import { checkEventTypes } from './check-event-types.ts';
import { explainReceiverUrl } from './explain-receiver-url.ts';

/** What is wrong with these members of an endpoint, as far as it can be told before the name of the host is looked up. */
export function listEndpointErrors({ url, events = [] }: { url?: string; events?: readonly string[] }): FieldError[] {
  const detail = url === undefined ? undefined : explainReceiverUrl(url);
  const wrongUrl = detail === undefined ? [] : [{ pointer: '#/url', code: 'invalid_url', detail }];
  return [...wrongUrl, ...checkEventTypes(events)];
}
