import type { Mode } from '../domain/keys/key.ts';
import type { Credentials } from './profiles.ts';

export interface ServerSentEvent {
  id: string;
  type: string;
  data: string;
}

export type Query = Readonly<Record<string, string | undefined>>;

/**
 * The API of a server, for one key. Paths follow the public key. A failed request throws a `UserError`: its code is
 * `unreachable` if a retry may help, and `not_found` if the server does not have the object.
 */
export interface RemoteApi {
  readonly url: string;
  readonly mode: Mode;
  get<Answer>(path: string, query?: Query): Promise<Answer>;
  send<Answer>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Answer>;
  /** Resolves when the stream is open. It ends without an error when the server ends it. */
  openStream(
    path: string,
    options: { query?: Query; lastEventId: string; signal: AbortSignal },
  ): Promise<AsyncIterable<ServerSentEvent>>;
}

export type ConnectApi = (credentials: Credentials) => RemoteApi;
