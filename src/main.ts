import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Check, CliContext } from './cli/command.ts';
import { parseCommand } from './cli/parse-command.ts';
import { type Config, readConfig } from './config.ts';
import { Problem } from './domain/errors.ts';
import { UserError } from './domain/user-error.ts';
import { assemble, findDatabase, type Parts } from './main/assemble.ts';
import { inspectNetworks } from './main/inspect-networks.ts';
import { withBackupPorts } from './main/open-backup-ports.ts';
import type { ChainAdapter } from './ports/chain.ts';
import { inspectSecret } from './store/database/check-secret.ts';
import { Database } from './store/database/database.ts';
import { DatabaseClock } from './store/database/database-clock.ts';
import { inspectMark, inspectReadiness, inspectSettings } from './store/database/inspect-database.ts';
import { type Log, openLog } from './system/log.ts';
import { printLine } from './system/print-line.ts';
import { findSecret } from './system/read-secret.ts';
import { stopSignal } from './system/stop-signal.ts';
import { DELETE_EXPIRED_SESSIONS_PAUSE_MS, deleteExpiredSessions } from './workers/delete-expired-sessions.ts';
import { DELETE_IDEMPOTENCY_KEYS_PAUSE_MS, deleteIdempotencyKeys } from './workers/delete-idempotency-keys.ts';
import { DELETE_UNMATCHED_PAUSE_MS, deleteUnmatched } from './workers/delete-unmatched.ts';
import { EXPIRE_PAUSE_MS, expire } from './workers/expire.ts';
import { FailureLog } from './workers/failure-log.ts';
import { type Loop, startLoop } from './workers/loop.ts';
import { RELAY_AUDIT_PAUSE_MS, relayAudit } from './workers/relay-audit.ts';
import { watchChain } from './workers/watch-chain.ts';

const CLOCK_SKEW_MS_MAX = 2_000;
/** A node that does not answer must not hold up the start. */
const FIRST_LOOK_MS_MAX = 1_000;

/** Only a process that serves requests loads the HTTP code, because it doubles the startup time. */
async function serve(config: Config, stopped: () => Promise<void>): Promise<void> {
  const api = config.roles.includes('api') ? await import('./main/serve-requests.ts') : undefined;
  const metrics = api && new api.Metrics();
  const parts = await assemble(config, (rows) => metrics?.observeBatch(rows));
  // Listens for signals before the first response, so that a stop during startup also exits cleanly.
  const stopping = stopped();
  const log = openLog(config.logLevel);
  const workers = config.roles.includes('worker') ? startWorkers(parts, log) : undefined;
  try {
    await workers?.haveLooked;
    const serving = api && metrics && (await api.serveRequests(config, parts, metrics, log));
    if (!serving) printLine('Florin is running its workers. This process accepts no requests (FLORIN_ROLES=worker).');
    await stopping;
    await serving?.close();
  } finally {
    await Promise.all((workers?.loops ?? []).map((loop) => loop.stop()));
    await parts.close();
    log.close();
  }
}

/** `haveLooked` resolves after the first poll of every network, so that no payer sees an outage that is over. */
function startWorkers({ ports }: Parts, log: Log): { loops: Loop[]; haveLooked: Promise<unknown> } {
  const start = (worker: string, pauseMs: number, task: () => Promise<void>) =>
    startLoop(pauseMs, task, new FailureLog(log.logger, ports.clock, { worker }));
  const holder = `${hostname()} ${process.pid} ${Buffer.from(ports.random.bytes(6)).toString('hex')}`;
  const watch = (chain: ChainAdapter) => {
    const { name: network, pollMs } = chain.network;
    const watcher = { holder, roundsUntilProbe: 0 };
    const failures = new FailureLog(log.logger, ports.clock, { worker: 'watch-chain', network });
    return startLoop(pollMs, () => watchChain(ports, chain, watcher), failures);
  };
  const watchers = [...ports.chains.values()].map(watch);
  const loops = [
    start('delete-idempotency-keys', DELETE_IDEMPOTENCY_KEYS_PAUSE_MS, () => deleteIdempotencyKeys(ports)),
    start('delete-expired-sessions', DELETE_EXPIRED_SESSIONS_PAUSE_MS, () => deleteExpiredSessions(ports)),
    start('delete-unmatched', DELETE_UNMATCHED_PAUSE_MS, () => deleteUnmatched(ports)),
    start('expire', EXPIRE_PAUSE_MS, () => expire(ports)),
    start('relay-audit', RELAY_AUDIT_PAUSE_MS, () => relayAudit(ports)),
    ...watchers,
  ];
  const allLooked = Promise.all(watchers.map(({ firstRound }) => firstRound));
  return { loops, haveLooked: Promise.race([allLooked, sleep(FIRST_LOOK_MS_MAX, undefined, { ref: false })]) };
}

async function inspectDatabase(config: Config): Promise<Check[]> {
  const address = await findDatabase(config);
  const database = new Database({ url: address.url, connectionsMax: 1, applicationName: 'florin-doctor' });
  try {
    const clock = new DatabaseClock(database);
    const readiness = await inspectReadiness(database);
    const checks = [
      ...readiness.map(acceptPending),
      ...(await inspectMark(database)),
      ...(await inspectSettings(database)),
    ];
    if (!readiness.some(({ pending }) => pending)) {
      const secret = await findSecret(config.secret, config.dataDir);
      checks.push(await inspectSecret(database, { secret, previous: config.previousSecret }));
    }
    await clock.start();
    clock.stop();
    const skewMs = Math.round(clock.skewMs);
    const ok = Math.abs(skewMs) <= CLOCK_SKEW_MS_MAX;
    const advice = ok ? '' : '; synchronize this machine’s clock with NTP';
    const where = skewMs < 0 ? 'behind' : 'ahead of';
    return [...checks, { name: 'clock', ok, detail: `${Math.abs(skewMs)} ms ${where} the database${advice}` }];
  } finally {
    await database.close();
    await address.leave();
  }
}

/** Pending migrations are not a failure: the next start runs them. */
const acceptPending = ({ pending, ...check }: Check & { pending?: boolean }): Check =>
  pending ? { ...check, ok: true, detail: `${check.detail}; the next start applies the rest` } : check;

function cliContext(config: Config, stopped: () => Promise<void>): CliContext {
  return {
    config,
    serve: () => serve(config, stopped),
    inspectDatabase: () => inspectDatabase(config),
    inspectNetworks: () => inspectNetworks(config),
    withBackupPorts: (work) => withBackupPorts(config, work),
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

/** The exit code of a command and its output. */
export interface CommandResult {
  code: 0 | 1;
  out: string;
  err: string;
}

/** Runs one command. A server runs until `stopped` resolves. */
export async function main(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  stopped: () => Promise<void> = stopSignal,
): Promise<CommandResult> {
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

/** A UserError is a complete sentence, a Problem needs its cause. Anything else is a bug, so it prints its stack. */
function explain(error: unknown): string {
  if (error instanceof UserError) return error.message;
  if (error instanceof Problem) return [error.message, (error.cause as Error | undefined)?.message].join(' ').trim();
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
