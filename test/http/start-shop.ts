import { createDatabase } from '../support/databases.ts';
import {
  createMerchant,
  type NewMerchant,
  type RunningServer,
  type ServerOptions,
  startServer,
} from '../support/server.ts';

export interface Shop {
  databaseUrl: string;
  /** For commands that work on the same database. */
  options: ServerOptions;
  server: RunningServer;
  baseUrl: string;
  keys: NewMerchant;
  stop(): Promise<void>;
}

/** A fresh database, one server on it and one merchant: what a file of tests shares. */
export async function startShop(env: Record<string, string> = {}): Promise<Shop> {
  const databaseUrl = await createDatabase();
  const options = { databaseUrl };
  const server = await startServer({ databaseUrl, env: { FLORIN_LOG_LEVEL: 'error', ...env } });
  const keys = await createMerchant(options);
  return {
    databaseUrl,
    options,
    server,
    baseUrl: server.baseUrl,
    keys,
    async stop() {
      await server.stop();
    },
  };
}
