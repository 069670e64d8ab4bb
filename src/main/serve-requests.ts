import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { Problem } from '../domain/errors.ts';
import type { DataStoreId } from '../domain/ids.ts';
import { LIMITS } from '../domain/limits.ts';
import { buildApp } from '../http/server/app.ts';
import { LookupCache } from '../store/database/lookup-cache.ts';
import type { Log } from '../system/log.ts';
import { printLine } from '../system/print-line.ts';
import { KeyUseLog } from '../usecases/keys/key-use-log.ts';
import { VisibilityWatch } from '../usecases/networks/visibility-watch.ts';
import { RequestLog } from '../usecases/requests/request-log.ts';
import { offerSetUpLink } from '../usecases/sessions/offer-set-up-link.ts';
import { SessionWatch } from '../usecases/sessions/session-watch.ts';
import { FailureLog } from '../workers/failure-log.ts';
import { type Loop, startLoop } from '../workers/loop.ts';
import { RECORD_KEY_USE_PAUSE_MS, recordKeyUse } from '../workers/record-key-use.ts';
import type { Parts } from './assemble.ts';
import { explainListen } from './explain-listen.ts';
import { inspectHealth } from './inspect-health.ts';
import { joinProcesses } from './join-processes.ts';
import type { ProcessMetrics } from './process-metrics.ts';
import { serveMonitoring } from './serve-monitoring.ts';

/** How long in-flight requests may take during shutdown. With the time that the database needs, it stays under 5 s. */
const FINISH_MS_MAX = 1_500;
const WRITE_REQUESTS_PAUSE_MS = 250;
/** How long the last entries of the request log may take during shutdown. */
const FLUSH_REQUESTS_MS_MAX = 1_000;

const STOPPING = { name: 'server', ok: false, detail: 'is stopping' };
const OUTDATED = new Problem(
  'unavailable',
  'This server is being replaced with a newer version and takes no requests. Try again in a moment.',
  { headers: { 'retry-after': '5' } },
);

/**
 * Serves requests until it is closed. Closing first tells load balancers to use other nodes, if there is time for that, and
 * completes the requests in flight.
 */
export async function serveRequests(
  config: Config,
  parts: Parts,
  metrics: ProcessMetrics,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  const { ports } = parts;
  const keyUseLog = new KeyUseLog(ports.clock);
  const keys = new LookupCache((hash: string) => ports.keys.findByHash(hash));
  const publicKeys = new LookupCache((key: string) => ports.keys.findByPublicKey(key));
  const start = (worker: string, pauseMs: number, task: () => Promise<void>) =>
    startLoop(pauseMs, task, new FailureLog(log.logger, ports.clock, { worker }));
  const loops: Loop[] = [];
  const writeRequests = (id: DataStoreId | undefined) =>
    start('write-requests', WRITE_REQUESTS_PAUSE_MS, () => requestLog.write(ports.stores, id));
  const requestLog = new RequestLog((id) => loops.push(writeRequests(id)));
  const sessionWatch = new SessionWatch();
  const visibilityWatch = new VisibilityWatch(ports);
  metrics.server.watchRequestLog(() => requestLog.lost);
  const siblings = joinProcesses(metrics.server);
  const intake = {
    isEnding: false,
    get error() {
      return parts.version.reason === undefined ? undefined : OUTDATED;
    },
  };
  const health = async () => (intake.isEnding ? [STOPPING] : inspectHealth(parts));
  const readMetrics = () => (siblings ? siblings.readMetrics() : metrics.read());
  const app = buildApp({
    context: {
      ...ports,
      keys: {
        ...ports.keys,
        findByHash: (hash) => keys.find(hash),
        findByPublicKey: (key) => publicKeys.find(key),
      },
      networks: { ...ports.networks, list: () => visibilityWatch.list() },
      config,
      intake,
      keyUseLog,
      requestLog,
      sessionWatch,
      visibilityWatch,
      health,
      metrics: readMetrics,
    },
    metrics: metrics.server,
    log,
  });
  loops.push(
    start('record-key-use', RECORD_KEY_USE_PAUSE_MS, () => recordKeyUse(ports.keys, keyUseLog)),
    start('session-watch', LIMITS.sessionWatchMs, () => sessionWatch.look(ports)),
    start('visibility-watch', LIMITS.networkWatchMs, () => visibilityWatch.look()),
  );
  let monitoring: { close(): Promise<void> } | undefined;
  async function drain(): Promise<void> {
    intake.isEnding = true;
    if (config.drainMs > 0) await sleep(config.drainMs);
    await close();
  }
  async function close(): Promise<void> {
    const finishMs = config.drainMs > 0 ? LIMITS.answerMsMax : FINISH_MS_MAX;
    const force = setTimeout(() => app.server.closeAllConnections(), finishMs);
    await app.close();
    await monitoring?.close();
    clearTimeout(force);
    await Promise.all(loops.map((loop) => loop.stop()));
    const recorded = recordKeyUse(ports.keys, keyUseLog).catch((error: unknown) =>
      log.logger.error({ err: error }, 'worker failed'),
    );
    const flushed = requestLog.flush(ports.stores);
    await Promise.all([recorded, Promise.race([flushed, sleep(FLUSH_REQUESTS_MS_MAX, undefined, { ref: false })])]);
  }
  try {
    await parts.changes.start();
    const { host, port, metricsPort } = config;
    await app.listen({ host, port }).catch(explainListen(host, port, 'PORT'));
    if (metricsPort !== undefined && metricsPort !== port) {
      monitoring = await serveMonitoring({ host, port: metricsPort }, { ...ports, health, metrics: readMetrics });
    }
    if (siblings) void siblings.mayWelcome.then((processes) => welcome(config, parts, log, processes));
    else await welcome(config, parts, log, 1);
    return { close: drain };
  } catch (error) {
    await close();
    throw error;
  }
}

async function welcome({ baseUrl, roles }: Config, { ports }: Parts, log: Log, processes: number): Promise<void> {
  printLine(`Florin is ready at ${baseUrl}`);
  printLine(`  Dashboard       ${baseUrl}/dashboard`);
  printLine(`  API reference   ${baseUrl}/docs`);
  printLine(`  Roles           ${roles.join(', ')}${processes > 1 ? ` in ${processes} processes` : ''}`);
  // Requests are taken by now, and must not end with what the next start can offer.
  const link = await offerSetUpLink(ports, baseUrl).catch((error: unknown) => {
    log.logger.error({ err: error }, 'setup link not offered');
    return undefined;
  });
  if (link !== undefined) printLine(`Set up your account: ${link}`);
}
