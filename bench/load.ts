import type { Keys } from './start-server.ts';

/** Requests to one server, always so many in flight: with `reads` these paths are read, without it intents are created. */
export interface Load {
  baseUrl: string;
  keys: Keys;
  reads?: Reads;
  inFlight: number;
  seconds: number;
  folder: string;
  signal: AbortSignal;
}

export interface Reads {
  paths: readonly string[];
  /** What each request carries beside its path. */
  headers: Readonly<Record<string, string>>;
}
