import type { Keys } from './start-server.ts';

/** Requests to one server with a fixed number in flight. With `reads` it reads these paths, otherwise it creates intents. */
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
  /** The headers of each request. */
  headers: Readonly<Record<string, string>>;
}
