import type { Client, ClientConfig } from 'pg';
import { ImpatientClient } from './impatient-client.ts';
import { type Servers, serversOf } from './servers.ts';

/** PostgreSQL reports these when a connection opens and whenever they change. */
const READ_ONLY = new Set(['in_hot_standby', 'default_transaction_read_only']);

interface Parameter {
  parameterName: string;
  parameterValue: string;
}

/**
 * A connection to the server that takes writes, of those that the URL names. A server that becomes read-only loses its
 * connections: it may answer with what was true before another one took over.
 */
export class PrimaryClient extends ImpatientClient {
  readonly #servers: Servers;
  #isLeft = false;

  constructor(config: ClientConfig = {}) {
    const servers = serversOf(config.connectionString ?? 'postgres://');
    super({ ...(servers.isPooled ? withoutSettings(config) : config), connectionString: servers.url });
    this.#servers = servers;
  }

  override connect(): Promise<Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void;
  override connect(callback?: ((error: Error) => void) | ((error: null, client: Client) => void)) {
    if (!this.#servers.areSeveral) return callback ? super.connect(callback) : super.connect();
    const connected = this.#connectToPrimary();
    if (!callback) return connected;
    const done = callback as (error: Error | null, client?: Client) => void;
    // A callback that throws must not be called again with its own error.
    connected.then(
      (client) => process.nextTick(done, null, client),
      (error: Error) => process.nextTick(done, error),
    );
  }

  async #connectToPrimary(): Promise<Client> {
    const { name, port } = await this.#servers.findPrimary();
    if (this.connection.stream.destroyed) throw new Error('The servers took too long to answer.');
    this.host = name;
    this.port = port;
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Parameter) => {
      if (READ_ONLY.has(parameterName) && parameterValue === 'on') this.#leave();
    });
    // The server may say so with the last bytes of its greeting, when nobody listens yet. The next statement fails then.
    this.on('error', () => undefined);
    try {
      await super.connect();
    } catch (error) {
      this.#servers.doubt();
      throw error;
    }
    if (this.#isLeft) throw takesNoWrites(this.host);
    return this;
  }

  #leave(): void {
    this.#isLeft = true;
    this.#servers.doubt();
    this.connection.stream.destroy(takesNoWrites(this.host));
  }
}

/** A pooler refuses these, or ignores them. */
const withoutSettings = ({
  options: _options,
  statement_timeout: _statement,
  lock_timeout: _lock,
  idle_in_transaction_session_timeout: _idle,
  ...config
}: ClientConfig): ClientConfig => config;

const takesNoWrites = (host: string): Error => new Error(`The server ${host} takes no writes.`);
