import type { DeliveryState } from '../../api/types.ts';

/** The filter in the URL of an endpoint's page. */
export interface EndpointSearch {
  state?: DeliveryState | undefined;
  cursor?: string | undefined;
}
