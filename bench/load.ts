import type { Keys } from './start-server.ts';

/** Requests to one server, always so many in flight. With `ids` they are read, without it they are created. */
export interface Load {
  baseUrl: string;
  keys: Keys;
  ids?: readonly string[];
  inFlight: number;
  seconds: number;
  folder: string;
  signal: AbortSignal;
}
