import type { DeliveryState } from './delivery.ts';
import { BLOCKING_ATTEMPTS } from './retry-schedule.ts';

/** Whether the next event of the intent has to wait for a delivery. */
export const isBlocking = (delivery: { state: DeliveryState; isOrdered: boolean; attempts: number }): boolean =>
  delivery.isOrdered && delivery.state === 'pending' && delivery.attempts < BLOCKING_ATTEMPTS;
