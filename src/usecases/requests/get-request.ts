import { Problem } from '../../domain/errors.ts';
import type { LoggedRequest } from '../../domain/requests/logged-request.ts';
import type { RequestId } from '../../domain/requests/request-id.ts';
import type { Store } from '../../ports/stores.ts';

export async function getRequest(store: Pick<Store, 'requests'>, id: RequestId | undefined): Promise<LoggedRequest> {
  const request = id && (await store.requests.find(id));
  if (!request) {
    throw new Problem('not_found', 'The request log has no request with this ID for this merchant and mode.');
  }
  return request;
}
