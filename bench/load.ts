import type { Keys } from './start-server.ts';

/** Requests to one server with a fixed number in flight. With `reads` it sends one of these, otherwise it creates intents. */
export interface Load {
  baseUrl: string;
  keys: Keys;
  reads?: Reads;
  /** Whether the responses are 304, because every client has what it asks for. */
  isUnchanged?: boolean;
  inFlight: number;
  seconds: number;
  folder: string;
  signal: AbortSignal;
}

/** Requests to choose from. */
export type Reads = readonly { path: string; headers: Readonly<Record<string, string>> }[];
