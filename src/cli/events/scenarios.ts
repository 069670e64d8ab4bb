import type { EventType } from '../../domain/events/event.ts';
import type { SimulationKind } from '../../domain/payments/simulation.ts';

/** What is done to a new intent: something on the simulated network, a cancellation, or waiting for an event. */
export type Step = { simulate: SimulationKind } | { cancel: true } | { until: EventType };

const pay = (kind: SimulationKind): Step => ({ simulate: kind });

/**
 * The network advances block by block while it reorganizes. Otherwise several blocks can pass between two looks at it, and a
 * payment is final before anything else was noticed.
 */
const STEP_BY_STEP = pay('reorg');

/** The events that can be produced in test mode, and how. The event itself is waited for at the end. */
export const SCENARIOS = {
  'payment_intent.created': [],
  'payment_intent.processing': [STEP_BY_STEP],
  'payment_intent.partially_paid': [pay('partial')],
  'payment_intent.succeeded': [pay('full')],
  'payment_intent.requires_payment': [pay('replace')],
  'payment_intent.expired': [pay('expire')],
  'payment_intent.canceled': [{ cancel: true }],
  'payment_intent.needs_review': [{ cancel: true }, pay('full')],
  'payment_intent.reversed': [pay('deep_reorg')],
  // Money that arrives after the success changes nothing but the flags.
  'payment_intent.flagged': [pay('full'), { until: 'payment_intent.succeeded' }, pay('full')],
  'payment_intent.expiry_changed': [pay('late')],
  'payment.seen': [STEP_BY_STEP],
  'payment.confirmed': [STEP_BY_STEP],
  'payment.final': [pay('full')],
  'payment.void': [pay('replace')],
} as const satisfies Record<EventType, readonly Step[]>;
