import { createMigrated } from '../support/create-migrated.ts';
import {
  type AnsweringServer,
  createMerchant,
  type NewMerchant,
  type RunningServer,
  type ServerOptions,
  startHosted,
  startServer,
} from '../support/server.ts';

export interface Shop<Server extends AnsweringServer = AnsweringServer> {
  databaseUrl: string;
  /** For commands that work on the same database. */
  options: ServerOptions;
  server: Server;
  baseUrl: string;
  keys: NewMerchant;
  stop(): Promise<void>;
}

/** A fresh database, one server on it and one merchant: what a file of tests shares. */
export function startShop(env: Record<string, string> = {}): Promise<Shop> {
  return open(env, startHosted);
}

/** The same with a server in a separate process, for tests that read its output or kill it. */
export function startOwnShop(env: Record<string, string> = {}): Promise<Shop<RunningServer>> {
  return open(env, startServer);
}

async function open<Server extends AnsweringServer>(
  env: Record<string, string>,
  start: (options: { databaseUrl: string; env: Record<string, string> }) => Promise<Server>,
): Promise<Shop<Server>> {
  const databaseUrl = await createMigrated(['control', 'data']);
  const options = { databaseUrl };
  const server = await start({ databaseUrl, env: { FLORIN_LOG_LEVEL: 'error', ...env } });
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
