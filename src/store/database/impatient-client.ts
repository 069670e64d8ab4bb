import { Client } from 'pg';

/** How long a server may take to close a connection. */
const GOODBYE_MS_MAX = 1_000;

/** Ends although the server does not answer. Otherwise a connection to a server that is gone would keep the process alive. */
export class ImpatientClient extends Client {
  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    setTimeout(() => this.connection.stream.destroy(), GOODBYE_MS_MAX).unref();
    return callback ? super.end(callback) : super.end();
  }
}
