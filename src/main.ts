import { hostname } from 'node:os';
import { createChains } from './chains/registry.ts';
import type { CliContext, Finding } from './cli/command.ts';
import { parseCommand } from './cli/parse-command.ts';
import { type Config, readConfig } from './config.ts';
import { Problem } from './domain/errors.ts';
import type { MerchantId } from './domain/ids.ts';
import { LIMITS } from './domain/limits.ts';
import { Refusal } from './domain/refusal.ts';
import type { Metrics } from './http/metrics.ts';
import type { Ports } from './ports.ts';
import { PostgresChanges } from './store/changes.ts';
import { checkSecret } from './store/check-secret.ts';
import { createSimulatedLedger } from './store/control/simulated-ledger.ts';
import { createControlPlane } from './store/control-plane.ts';
import { Database } from './store/database.ts';
import { DatabaseClock } from './store/database-clock.ts';
import { joinEmbeddedPostgres } from './store/embedded/join-embedded-postgres.ts';
import { inspectReadiness, inspectSettings } from './store/inspect-database.ts';
import { LookupCache } from './store/lookup-cache.ts';
import { migrate } from './store/migrate.ts';
import { Outage } from './store/outage.ts';
import { PostgresStores } from './store/stores.ts';
import { createLinkSigner } from './system/link-signer.ts';
import { type Log, openLog } from './system/log.ts';
import { passwords } from './system/passwords.ts';
import { random } from './system/random.ts';
import { readAssets } from './system/read-assets.ts';
import { readSecret } from './system/read-secret.ts';
import { stopSignal } from './system/stop-signal.ts';
import { createVault } from './system/vault.ts';
import { KeyUseLog } from './usecases/key-use-log.ts';
import { offerSetUpLink } from './usecases/offer-set-up-link.ts';
import { SessionWatch } from './usecases/session-watch.ts';
import { viewNetworks } from './usecases/view-networks.ts';
import { EXPIRE_PAUSE_MS, expire } from './workers/expire.ts';
import { FORGET_IDEMPOTENCY_KEYS_PAUSE_MS, forgetIdempotencyKeys } from './workers/forget-idempotency-keys.ts';
import { FORGET_SESSIONS_PAUSE_MS, forgetSessions } from './workers/forget-sessions.ts';
import { type Loop, startLoop } from './workers/loop.ts';
import { RECORD_KEY_USE_PAUSE_MS, recordKeyUse } from './workers/record-key-use.ts';
import { POLL_MS, watchChain } from './workers/watch-chain.ts';

const CONTROL_CONNECTIONS_MAX = 4;
const CLOCK_SKEW_MS_MAX = 2_000;
/** In-flight requests may take this long at a stop; together with the database's own stop it stays under 5 s. */
const DRAIN_MS_MAX = 1_500;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Everything that the database is needed for, put together; `close` undoes it in the opposite order. */
interface Parts {
  ports: Ports;
  database: Database;
  stores: PostgresStores;
  changes: PostgresChanges;
  clock: DatabaseClock;
  close(): Promise<void>;
}

interface Address {
  url: string;
  leave(): Promise<void>;
}

async function findDatabase(config: Config): Promise<Address> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, leave: () => Promise.resolve() };
  return joinEmbeddedPostgres({ dataDir: config.dataDir, say });
}

async function assemble(config: Config, onBatch: (rows: number) => void): Promise<Parts> {
  const secret = await readSecret(config.secret, config.dataDir);
  const address = await findDatabase(config);
  const outage = new Outage();
  const database = new Database({
    url: address.url,
    connectionsMax: CONTROL_CONNECTIONS_MAX,
    applicationName: 'florin-control',
    outage,
  });
  const clock = new DatabaseClock(database);
  const undo: (() => Promise<void>)[] = [
    () => address.leave(),
    () => database.close(),
    () => Promise.resolve(clock.stop()),
  ];
  const close = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    await database.checkVersion();
    await migrate(address.url, 'control');
    await migrate(address.url, 'data');
    await checkSecret(database, secret);
    await clock.start();
    const vault = createVault(secret);
    const control = createControlPlane(database);
    const { databaseConnectionsMax: connectionsMax, groupCommit } = config;
    const options = { mainUrl: address.url, connectionsMax, groupCommit, onBatch, outage };
    const stores = new PostgresStores(options, { control, vault });
    undo.push(() => stores.close());
    const simulatedLedger = createSimulatedLedger(database);
    const chains = await createChains({
      ledger: simulatedLedger,
      clock,
      random,
      blockMs: config.simulatedBlockMs,
      rpcUrls: config.rpcUrls,
      furtherAssets: config.assetsFile === undefined ? [] : await readAssets(config.assetsFile),
    });
    const changes = new PostgresChanges(address.url, { control, vault });
    undo.push(() => changes.close());
    const links = createLinkSigner(secret);
    const ports = { clock, random, vault, links, passwords, control, stores, changes, chains, simulatedLedger };
    return { ports, database, stores, changes, clock, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What answers requests is loaded here alone: a command that needs none of it starts in half the time. */
async function serve(config: Config, stopped: () => Promise<void>): Promise<void> {
  const { Metrics } = await import('./http/metrics.ts');
  const metrics = new Metrics();
  const parts = await assemble(config, (rows) => metrics.observeBatch(rows));
  const log = openLog(config.logLevel);
  try {
    await run(config, parts, metrics, log, stopped);
  } finally {
    await parts.close();
    log.close();
  }
}

/** Listens and works until it is stopped, then answers what is in flight. */
async function run(
  config: Config,
  parts: Parts,
  metrics: Metrics,
  log: Log,
  stopped: () => Promise<void>,
): Promise<void> {
  const { buildApp } = await import('./http/app.ts');
  const { ports } = parts;
  const keyUses = new KeyUseLog(ports.clock);
  const keys = new LookupCache((hash: string) => ports.control.findKeyByHash(hash));
  const publicKeys = new LookupCache((key: string) => ports.control.findKeyByPublicKey(key));
  const settings = new LookupCache((id: MerchantId) => ports.control.findSettings(id));
  const sessions = new SessionWatch();
  metrics.watchPools(() => parts.stores.pools());
  metrics.watchNetworks(() => viewNetworks(ports));
  const app = buildApp({
    context: {
      ...ports,
      control: {
        ...ports.control,
        findKeyByHash: (hash) => keys.find(hash),
        findKeyByPublicKey: (key) => publicKeys.find(key),
        findSettings: (id) => settings.find(id),
        async changeSettings(id, change) {
          const after = await ports.control.changeSettings(id, change);
          settings.forget(id);
          return after;
        },
      },
      config,
      keyUses,
      sessions,
      health: () => inspectReadiness(parts.database),
      metrics: () => metrics.read(),
    },
    metrics,
    log,
  });
  const onError = (error: unknown) => log.logger.error({ err: error }, 'worker');
  const loops: Loop[] = [startLoop(RECORD_KEY_USE_PAUSE_MS, () => recordKeyUse(ports.control, keyUses), onError)];
  if (config.roles.includes('worker')) {
    const holder = `${hostname()} ${process.pid} ${Buffer.from(ports.random.bytes(6)).toString('hex')}`;
    loops.push(
      startLoop(FORGET_IDEMPOTENCY_KEYS_PAUSE_MS, () => forgetIdempotencyKeys(ports), onError),
      startLoop(FORGET_SESSIONS_PAUSE_MS, () => forgetSessions(ports), onError),
      startLoop(EXPIRE_PAUSE_MS, () => expire(ports), onError),
      ...[...ports.chains.values()].map((chain) =>
        startLoop(POLL_MS[chain.network.family], () => watchChain(ports, chain, holder), onError),
      ),
    );
  }
  try {
    if (config.roles.includes('api')) {
      loops.push(startLoop(LIMITS.sessionWatchMs, () => sessions.look(ports), onError));
      await parts.changes.start();
      await app.listen({ host: config.host, port: config.port }).catch(explainListen(config));
    }
    await welcome(config, ports);
    await stopped();
  } finally {
    const force = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS_MAX);
    await app.close();
    clearTimeout(force);
    await Promise.all(loops.map((loop) => loop.stop()));
    await recordKeyUse(ports.control, keyUses).catch(onError);
  }
}

async function welcome(config: Config, ports: Ports): Promise<void> {
  if (!config.roles.includes('api')) {
    say('Florin works in the background; this process answers no requests (FLORIN_ROLES).');
    return;
  }
  say(`Florin is ready at ${config.baseUrl}`);
  say(`  Dashboard       ${config.baseUrl}/dashboard`);
  say(`  API reference   ${config.baseUrl}/docs`);
  const link = await offerSetUpLink(ports, config.baseUrl);
  if (link !== undefined) say(`Set up your account: ${link}`);
}

const LISTEN_FAILURES: Record<string, string> = {
  EADDRINUSE: 'is taken by another program. End it, or set PORT to a free one.',
  EADDRNOTAVAIL: 'is not an address of this machine. Set HOST to one that is.',
  ENOTFOUND: 'is not an address of this machine. Set HOST to one that is.',
  EACCES: 'may not be used by this account. Set PORT to one above 1023.',
};

function explainListen({ host, port }: Config): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    const sentence = LISTEN_FAILURES[error.code ?? ''];
    throw sentence === undefined ? error : new Refusal(`${host}, port ${port}, ${sentence}`);
  };
}

async function inspectDatabase(config: Config): Promise<Finding[]> {
  const address = await findDatabase(config);
  const database = new Database({ url: address.url, connectionsMax: 1, applicationName: 'florin-doctor' });
  try {
    const clock = new DatabaseClock(database);
    const findings = [...(await inspectReadiness(database)).map(asPromised), ...(await inspectSettings(database))];
    await clock.start();
    clock.stop();
    const skewMs = Math.round(clock.skewMs);
    const ok = Math.abs(skewMs) <= CLOCK_SKEW_MS_MAX;
    const advice = ok ? '' : '; set this machine’s clock by NTP';
    return [...findings, { name: 'clock', ok, detail: `${skewMs} ms ahead of the database${advice}` }];
  } finally {
    await database.close();
    await address.leave();
  }
}

/** Migrations that are missing are no fault of the machine: the next start runs them. */
const asPromised = ({ pending, ...finding }: Finding & { pending?: boolean }): Finding =>
  pending ? { ...finding, ok: true, detail: `${finding.detail}; the next start runs the rest` } : finding;

function cliContext(config: Config, stopped: () => Promise<void>): CliContext {
  return {
    config,
    serve: () => serve(config, stopped),
    inspectDatabase: () => inspectDatabase(config),
    async withPorts(work) {
      const parts = await assemble(config, () => undefined);
      try {
        return await work(parts.ports);
      } finally {
        await parts.close();
      }
    },
  };
}

/** How a command ended, and what it has to say. */
export interface Ending {
  code: 0 | 1;
  out: string;
  err: string;
}

/** One command to its end. A server ends when `stopped` says so. */
export async function main(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  stopped: () => Promise<void> = stopSignal,
): Promise<Ending> {
  try {
    const parsed = parseCommand(argv);
    if ('help' in parsed) return { code: 0, out: parsed.help, err: '' };
    const output = await parsed.command.run(cliContext(readConfig(env), stopped), parsed.args);
    const out = output ? `${parsed.json ? JSON.stringify(output.json) : output.text}\n` : '';
    return { code: output?.failed ? 1 : 0, out, err: '' };
  } catch (error) {
    return { code: 1, out: '', err: `${explain(error)}\n` };
  }
}

/** A refusal speaks for itself, a problem with its cause; anything else is a fault of the program and shows where. */
function explain(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof Problem) return [error.message, (error.cause as Error | undefined)?.message].join(' ').trim();
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
