import type { EndpointId } from '../ids.ts';

export const ENDPOINT_STATUSES = ['enabled', 'disabled'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** The merchant disabled it, it answered 410 Gone, or nothing but failures came from it for days. */
export const DISABLED_REASONS = ['user', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** A success is noted again after this time, so that the row of a busy endpoint is not written with every delivery. */
export const SUCCESS_NOTED_MS = 10_000;

/** Where a merchant receives events. */
export interface Endpoint {
  id: EndpointId;
  url: string;
  description: string;
  /** Types of events, with wildcards. */
  events: readonly string[];
  /** The version of the API that its bodies are rendered in. */
  apiVersion: string;
  sealedSecret: string;
  /** The secret before the last roll, and how long it still signs. */
  previous: { sealedSecret: string; untilMs: number } | undefined;
  status: EndpointStatus;
  disabledReason: DisabledReason | undefined;
  /** Since when every attempt has failed. */
  failingSinceMs: number | undefined;
  /** To some seconds. */
  lastSuccessAtMs: number | undefined;
  createdAtMs: number;
}
