import cluster from 'node:cluster';
import type { Check, CliContext, DatabaseReport } from './cli/command.ts';
import { type ExitCode, exitCodeOf } from './cli/exit-code.ts';
import { type ParsedCommand, parseCommand } from './cli/parse-command.ts';
import { renderOutput } from './cli/render-output.ts';
import { type Config, readConfig } from './config.ts';
import { Problem } from './domain/errors.ts';
import { UserError } from './domain/user-error.ts';
import { findMisspelledVariables } from './find-misspelled-variables.ts';
import { assemble, findDatabase, type Parts } from './main/assemble.ts';
import { inspectHealth } from './main/inspect-health.ts';
import { inspectMail } from './main/inspect-mail.ts';
import { inspectNetworks } from './main/inspect-networks.ts';
import { inspectRoles } from './main/inspect-roles.ts';
import { withBackupPorts } from './main/open-backup-ports.ts';
import { openTracing } from './main/open-tracing.ts';
import type { ProcessMetrics } from './main/process-metrics.ts';
import { startWorkers } from './main/start-workers.ts';
import { superviseProcesses } from './main/supervise-processes.ts';
import type { Terminal } from './ports/terminal.ts';
import { inspectSecret } from './store/database/check-secret.ts';
import { Database } from './store/database/database.ts';
import { DatabaseClock } from './store/database/database-clock.ts';
import {
  findOthers,
  inspectMark,
  inspectReadiness,
  inspectServers,
  inspectSettings,
} from './store/database/inspect-database.ts';
import { hasCluster } from './store/embedded/has-cluster.ts';
import { type Log, openLog } from './system/log.ts';
import { printLine } from './system/print-line.ts';
import { createProfiles } from './system/profiles.ts';
import { findSecret } from './system/read-secret.ts';
import { connectApi } from './system/remote/connect-api.ts';
import { openTerminal } from './system/terminal.ts';
import { signWebhook } from './system/webhooks/sign-webhook.ts';
import { FailureLog } from './workers/failure-log.ts';
import { startLoop } from './workers/loop.ts';

const CLOCK_SKEW_MS_MAX = 2_000;
/** How often a node looks whether the database has become too new for it. */
const CHECK_VERSION_PAUSE_MS = 3_000;

/** Only a process that serves requests loads the HTTP code, because it doubles the startup time. */
async function serve(config: Config, stopped: () => Promise<void>): Promise<void> {
  const metrics = await openMetrics(config);
  const log = openLog(config.logLevel);
  const tracer = config.tracing && (await openTracing(config.tracing, log));
  // The embedded PostgreSQL starts while the code is loaded. Nothing connects meanwhile: loading blocks the process, and a
  // connection would time out on a slow machine.
  const finding = findDatabase(config);
  finding.catch(() => undefined);
  const api = config.roles.includes('api') ? await import('./main/serve-requests.ts') : undefined;
  const parts = await assemble(config, { observers: metrics, tracer }, finding);
  metrics?.watch(parts);
  // Listens for signals before the first response, so that a stop during startup also exits cleanly.
  const stopping = stopped();
  const workers = startWorkers(config, parts, log, metrics);
  const versions = startLoop(
    CHECK_VERSION_PAUSE_MS,
    () => checkVersion(parts, log, () => workers.stop()),
    new FailureLog(log.logger, parts.clock, { worker: 'check-version' }),
  );
  try {
    await workers.haveLooked;
    const serving =
      metrics && (await (api ? api.serveRequests(config, parts, metrics, log) : monitor(config, parts, metrics)));
    if (!api) printLine(`Florin is running its workers: ${config.roles.join(', ')}. This process accepts no requests.`);
    await stopping;
    await serving?.close();
  } finally {
    parts.stopReading();
    await versions.stop();
    await workers.stop();
    await parts.close();
    await tracer?.close();
    log.close();
  }
}

/** Undefined if nobody can read them. */
async function openMetrics(config: Config): Promise<ProcessMetrics | undefined> {
  if (!config.roles.includes('api') && config.metricsPort === undefined) return undefined;
  const { ProcessMetrics: Opened } = await import('./main/process-metrics.ts');
  return new Opened(config);
}

async function monitor({ host, metricsPort: port }: Config, parts: Parts, metrics: ProcessMetrics) {
  if (port === undefined) return undefined;
  const { serveMonitoring } = await import('./main/serve-monitoring.ts');
  return serveMonitoring({ host, port }, { ...parts.ports, health: () => inspectHealth(parts), metrics: metrics.read });
}

/** A node that has become too old writes nothing more: its workers stop, and its requests get 503. */
async function checkVersion({ version, stores }: Parts, log: Log, stopWorkers: () => Promise<void>): Promise<void> {
  const wasTooOld = version.reason !== undefined;
  await version.look();
  if (version.reason !== undefined) {
    if (wasTooOld) return;
    log.logger.error(version.reason);
    printLine(version.reason);
    await stopWorkers();
  } else await stores.leaveTooNew();
}

/** Whether the embedded database exists. Another one is taken to exist. */
const hasDatabase = async ({ databaseUrl, dataDir }: Config): Promise<boolean> =>
  databaseUrl !== undefined || hasCluster(dataDir);

async function inspectDatabase(config: Config): Promise<DatabaseReport> {
  if (!(await hasDatabase(config))) {
    return { checks: [{ name: 'database', ok: true, detail: 'will be created on the first start' }], isShared: false };
  }
  const address = await findDatabase(config);
  const database = new Database({ url: address.url, connectionsMax: 1, applicationName: 'florin-doctor' });
  try {
    const clock = new DatabaseClock(database);
    const readiness = await inspectReadiness(database);
    const isShared = await findOthers(database);
    const checks: Check[] = [
      ...readiness.map(acceptPending),
      ...(await inspectMark(database)),
      ...(await inspectSettings(database)),
      inspectServers(database),
    ];
    if (!readiness.some(({ pending }) => pending)) {
      const secret = await findSecret(config.secret, config.dataDir);
      checks.push(await inspectSecret(database, { secret, previous: config.previousSecret }));
    }
    await clock.start();
    clock.stop();
    if (!readiness.some(({ pending }) => pending)) checks.push(...(await inspectRoles(config, database, clock)));
    const skewMs = Math.round(clock.skewMs);
    const ok = Math.abs(skewMs) <= CLOCK_SKEW_MS_MAX;
    const advice = ok ? '' : '; synchronize this machine’s clock with NTP';
    const where = skewMs < 0 ? 'behind' : 'ahead of';
    checks.push({ name: 'clock', ok, detail: `${Math.abs(skewMs)} ms ${where} the database${advice}` });
    return { checks, isShared };
  } finally {
    await database.close();
    await address.leave();
  }
}

/** Pending migrations are not a failure: the next start runs them. */
const acceptPending = ({ pending, ...check }: Check & { pending?: boolean }): Check =>
  pending ? { ...check, ok: true, detail: `${check.detail}; the next start applies the rest` } : check;

function cliContext(config: Config, terminal: Terminal, { command, json }: ParsedCommand): CliContext {
  /** A new database where one was expected would look like a server that has lost everything. */
  const requireDatabase = async () => {
    if (command.createsDatabase || (await hasDatabase(config))) return;
    throw new UserError(
      `There is no database in ${config.dataDir}. Start the server first, or set FLORIN_DATA_DIR to the folder of its data.`,
    );
  };
  const withParts = async <Result>(work: (parts: Parts) => Promise<Result>): Promise<Result> => {
    await requireDatabase();
    const parts = await assemble(config);
    try {
      return await work(parts);
    } finally {
      await parts.close();
    }
  };
  return {
    config,
    terminal,
    profiles: createProfiles(config.profileDir),
    connectApi,
    webhookSigner: { sign: signWebhook },
    print: (output) => terminal.write(renderOutput(output, { json, ...terminal })),
    stopping() {
      const stop = new AbortController();
      void terminal.stopped().then(() => stop.abort());
      return stop.signal;
    },
    serve() {
      const isParent = config.processes > 1 && config.roles.includes('api');
      return (isParent ? superviseProcesses : serve)(config, () => terminal.stopped());
    },
    hasDatabase: () => hasDatabase(config),
    inspectDatabase: () => inspectDatabase(config),
    inspectNetworks: () => inspectNetworks(config),
    inspectMail: () => inspectMail(config),
    withPorts: (work) => withParts(({ ports }) => work(ports)),
    withMover: (work) => withParts(({ ports, mover }) => work({ ...ports, mover })),
    async withBackupPorts(work) {
      await requireDatabase();
      return withBackupPorts(config, work);
    },
  };
}

/** Runs one command. A server runs until the terminal says stop. Returns the exit code. */
export async function main(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal = openTerminal(env),
): Promise<ExitCode> {
  try {
    const parsed = parseCommand(argv);
    if ('help' in parsed) {
      terminal.write(parsed.help);
      return 0;
    }
    const context = cliContext(readConfig(env), terminal, parsed);
    if (cluster.isPrimary) for (const sentence of findMisspelledVariables(env)) terminal.note(sentence);
    const output = await parsed.command.run(context, parsed.args);
    if (output) context.print(output);
    return output?.failed ? 1 : 0;
  } catch (error) {
    terminal.note(explain(error).replaceAll(PRIVATE_KEYS, 'fsk_$1_…'));
    return exitCodeOf(error);
  } finally {
    // The connection to its parent would keep a process alive that has nothing more to do.
    cluster.worker?.disconnect();
  }
}

/** An error may quote what was typed, and a private key must not appear on a screen or in a log. */
const PRIVATE_KEYS = /fsk_(test|live)_\w+/g;

/** A UserError is a complete sentence, a Problem needs its cause. Anything else is a bug, so it prints its stack. */
function explain(error: unknown): string {
  if (error instanceof UserError) return error.message;
  if (error instanceof Problem) return [error.message, (error.cause as Error | undefined)?.message].join(' ').trim();
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
