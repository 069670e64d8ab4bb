import { createChains } from '../chains/registry.ts';
import type { OnNodeCall } from '../chains/rpc/observe-calls.ts';
import type { Config } from '../config.ts';
import { renderEvent } from '../http/events/render-event.ts';
import { presentEndpoint } from '../http/webhooks/present-endpoint.ts';
import type { Mover } from '../ports/merchant-moves.ts';
import type { Ports } from '../ports/ports.ts';
import type { Tracer } from '../ports/tracer.ts';
import { readAmountHold } from '../store/backups/read-amount-hold.ts';
import { createControlPlane } from '../store/control-plane.ts';
import { Placements } from '../store/data-stores/placements.ts';
import { boundFingerprint, checkSecret } from '../store/database/check-secret.ts';
import { Database } from '../store/database/database.ts';
import { DatabaseClock } from '../store/database/database-clock.ts';
import { migrate } from '../store/database/migrate.ts';
import { Outage } from '../store/database/outage.ts';
import { VersionGate } from '../store/database/version-gate.ts';
import { joinEmbeddedPostgres } from '../store/embedded/join-embedded-postgres.ts';
import { PostgresChanges } from '../store/events/changes.ts';
import { createSimulatedLedger } from '../store/networks/simulated-ledger.ts';
import { sealedValueTables } from '../store/secrets/sealed-values.ts';
import { PostgresStores, type StoresOptions } from '../store/stores.ts';
import { createLinkSigner } from '../system/link-signer.ts';
import { createSmtpMailer } from '../system/mail/smtp-mailer.ts';
import { passkeyCeremonies } from '../system/passkey-ceremonies.ts';
import { passwords } from '../system/passwords.ts';
import { printLine } from '../system/print-line.ts';
import { random } from '../system/random.ts';
import { readAssets } from '../system/read-assets.ts';
import { readSecret } from '../system/read-secret.ts';
import { createVault } from '../system/vault.ts';
import { signWebhook } from '../system/webhooks/sign-webhook.ts';
import { createWebhookSender } from '../system/webhooks/webhook-sender.ts';
import { openMover } from './open-mover.ts';

const CONTROL_CONNECTIONS_MAX = 4;

/** Everything that needs the database. `close` releases it in reverse order. */
export interface Parts {
  ports: Ports;
  database: Database;
  stores: PostgresStores;
  mover: Mover;
  changes: PostgresChanges;
  clock: DatabaseClock;
  /** Whether this version may use the main database. */
  version: VersionGate;
  /** Ends reading networks, which can take long at a node that limits the rate. */
  stopReading(): void;
  close(): Promise<void>;
}

interface Address {
  url: string;
  /** Leads to the server itself, past a pooler: for what outlasts a transaction. */
  directUrl: string;
  leave(): Promise<void>;
}

export async function findDatabase(config: Config): Promise<Address> {
  const { databaseUrl: url, databaseDirectUrl: directUrl = url } = config;
  if (url !== undefined && directUrl !== undefined) return { url, directUrl, leave: () => Promise.resolve() };
  const embedded = await joinEmbeddedPostgres({ dataDir: config.dataDir, log: printLine });
  return { ...embedded, directUrl: embedded.url };
}

/** Who hears of what happens, for the metrics. */
export interface Observers {
  onBatch: StoresOptions['onBatch'];
  onNodeCall: OnNodeCall;
}

/** What a server adds, and a command does without. */
interface Telemetry {
  observers?: Observers | undefined;
  tracer?: Tracer | undefined;
}

export async function assemble(
  config: Config,
  { observers, tracer }: Telemetry = {},
  finding = findDatabase(config),
): Promise<Parts> {
  const address = await finding;
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
    const secrets = {
      secret: await readSecret(config.secret, config.dataDir),
      previous: config.previousSecret,
    };
    await database.checkVersion();
    await migrate(address.directUrl, 'control');
    await migrate(address.directUrl, 'data');
    const { boundOnly } = await checkSecret(database, secrets);
    await clock.start();
    const vault = createVault({ ...secrets, boundOnly });
    const control = createControlPlane(database);
    const { databaseConnectionsMax: connectionsMax, groupCommit } = config;
    const onBatch = observers?.onBatch ?? (() => undefined);
    const options = {
      mainUrl: address.url,
      readUrl: config.databaseReadUrl,
      connectionsMax,
      groupCommit,
      onBatch,
      outage,
      tracer,
    };
    const placements = new Placements(control);
    const stores = new PostgresStores(options, { dataStores: control.dataStores, vault, placements });
    undo.push(() => stores.close());
    const simulatedLedger = createSimulatedLedger(database);
    const reading = new AbortController();
    const chains = await createChains({
      ledger: simulatedLedger,
      clock,
      random,
      blockMs: config.simulatedBlockMs,
      rpcUrls: config.rpcUrls,
      agreement: config.agreement,
      stopping: reading.signal,
      ...(observers && { onNodeCall: observers.onNodeCall }),
      furtherAssets: config.assetsFile === undefined ? [] : await readAssets(config.assetsFile),
    });
    const changes = new PostgresChanges(address.directUrl, { dataStores: control.dataStores, vault, stores });
    undo.push(() => changes.close());
    placements.start(({ merchantId, to }) => {
      changes.lose(merchantId);
      stores.warmUp(to);
    });
    undo.push(() => Promise.resolve(placements.stop()));
    const webhookSender = createWebhookSender({
      allowCidrs: config.webhookAllowCidrs,
      toLoopback: config.webhooksToLoopback,
    });
    undo.push(() => webhookSender.close());
    const webhookSigner = { sign: signWebhook };
    const links = createLinkSigner(secrets);
    const sealedValues = sealedValueTables(database, boundFingerprint(secrets.secret));
    const webhooks = { webhookSender, webhookSigner };
    const mailer = config.mail && createSmtpMailer({ ...config.mail, baseUrl: config.baseUrl });
    const own = { clock, random, vault, sealedValues, links, mailer, passkeyCeremonies, passwords, ...webhooks };
    const events = { renderEvent, presentEndpoint, tracer };
    const amountsFromMs = await readAmountHold(database);
    const ports = { ...own, ...control, ...events, stores, changes, chains, simulatedLedger, amountsFromMs };
    const version = new VersionGate(database, ['control', 'data']);
    const mover = openMover(address.directUrl, { dataStores: control.dataStores, vault, chains });
    const stopReading = () => reading.abort();
    return { ports, database, stores, mover, changes, clock, version, stopReading, close };
  } catch (error) {
    await close();
    throw error;
  }
}
