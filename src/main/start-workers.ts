import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { DataStoreId } from '../domain/ids.ts';
import { BACKGROUND_ROLES, type BackgroundRole } from '../domain/role.ts';
import type { ChainAdapter } from '../ports/chain.ts';
import type { DeliveryResult } from '../ports/delivery-queue.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Log } from '../system/log.ts';
import { rememberOpened } from '../system/remember-opened.ts';
import { DeliverySlots } from '../usecases/webhooks/delivery-slots.ts';
import { ANNOUNCE_EXPIRING_KEYS_PAUSE_MS, announceExpiringKeys } from '../workers/announce-expiring-keys.ts';
import { startDatabaseLoops } from '../workers/database-loops.ts';
import { DELETE_EXPIRED_SESSIONS_PAUSE_MS, deleteExpiredSessions } from '../workers/delete-expired-sessions.ts';
import { DELETE_IDEMPOTENCY_KEYS_PAUSE_MS, deleteIdempotencyKeys } from '../workers/delete-idempotency-keys.ts';
import { DELETE_UNMATCHED_PAUSE_MS, deleteUnmatched } from '../workers/delete-unmatched.ts';
import { deliverWebhooks } from '../workers/deliver-webhooks.ts';
import { DISPATCH_EVENTS_PAUSE_MS, dispatchEvents, restMsAfterDispatch } from '../workers/dispatch-events.ts';
import { DROP_PARTITIONS_PAUSE_MS, dropPartitions } from '../workers/drop-partitions.ts';
import { DROP_REQUESTS_PAUSE_MS, dropRequests } from '../workers/drop-requests.ts';
import { EXPIRE_PAUSE_MS, expire } from '../workers/expire.ts';
import { FailureLog } from '../workers/failure-log.ts';
import { GATHER_NOTICES_PAUSE_MS, gatherNotices } from '../workers/gather-notices.ts';
import { INDEX_INTENTS_PAUSE_MS, indexIntents, restMsAfterIndexing } from '../workers/index-intents.ts';
import { type Loop, startLoop } from '../workers/loop.ts';
import { NUMBER_SUCCESSES_PAUSE_MS, numberSuccesses } from '../workers/number-successes.ts';
import { RELAY_AUDIT_PAUSE_MS, relayAudit } from '../workers/relay-audit.ts';
import { RELAY_EVENTS_PAUSE_MS, relayEvents } from '../workers/relay-events.ts';
import { REPORT_ROLE_PAUSE_MS, reportRole } from '../workers/report-role.ts';
import { type MailOutcome, SEND_MAILS_PAUSE_MS, sendMails } from '../workers/send-mails.ts';
import { watchChain } from '../workers/watch-chain.ts';
import type { Parts } from './assemble.ts';
import type { ProcessMetrics } from './process-metrics.ts';

/** A node that does not answer must not hold up the start. */
const FIRST_LOOK_MS_MAX = 1_000;

interface Workers {
  /** Resolves after the first poll of every network, so that no payer sees an outage that is over. */
  haveLooked: Promise<unknown>;
  stop(): Promise<void>;
}

/** Work that comes with changes. Its task returns false if another process does it. */
interface Followed<Result> {
  pauseMs: number;
  task: () => Promise<Result | false>;
  restMsAfter: (result: Result | false) => number;
}

/** Starts the loops of the roles that this process has. */
export function startWorkers(
  { roles, eventsKeptDays, requestLogDays }: Config,
  { ports }: Parts,
  log: Log,
  metrics: ProcessMetrics | undefined,
): Workers {
  const failuresOf = (worker: string, dataStore?: DataStoreId) =>
    new FailureLog(log.logger, ports.clock, { worker, ...(dataStore && { dataStore }) });
  const timed = <Result>(worker: string, task: () => Promise<Result>) =>
    metrics?.workers.timeRounds(worker, task) ?? task;
  const start = (worker: string, pauseMs: number, task: () => Promise<void>) =>
    startLoop(pauseMs, timed(worker, task), failuresOf(worker));
  const holder = `${hostname()} ${process.pid} ${Buffer.from(ports.random.bytes(6)).toString('hex')}`;
  const watch = (chain: ChainAdapter) => {
    const { name: network } = chain.network;
    const pollMs = chain.pollMs ?? chain.network.pollMs;
    const watcher = { holder, roundsUntilProbe: 0 };
    const failures = new FailureLog(log.logger, ports.clock, { worker: 'watch-chain', network });
    const scan = () => watchChain(ports, chain, watcher);
    return startLoop(pollMs, metrics?.workers.timeScans(network, scan) ?? scan, failures);
  };
  /** Starts a round whenever something changed, and after a round that may have left something. */
  const follow = <Result extends { isFull: boolean }>(
    worker: string,
    dataStore: DataStoreId | undefined,
    { pauseMs, task, restMsAfter }: Followed<Result>,
  ): Pick<Loop, 'stop'> => {
    const run = timed(worker, task);
    const round = async () => {
      const result = await run();
      if (result !== false && result.isFull) loop.wake();
      return result;
    };
    const loop: Loop = startLoop(pauseMs, round, failuresOf(worker, dataStore), restMsAfter);
    const forget = ports.changes.watch(dataStore, 'changes', () => loop.wake());
    return {
      stop() {
        forget();
        return loop.stop();
      },
    };
  };
  const slots = new DeliverySlots();
  metrics?.server.watch('florin_webhook_deliveries_in_flight', 'Webhooks that are being sent', () => slots.taken);
  const onResult = (result: DeliveryResult) => metrics?.server.observeDelivery(result);
  const senderPorts = { ...ports, vault: rememberOpened(ports.vault) };
  const sendEvents = (dataStore: DataStoreId | undefined) => {
    const failures = failuresOf('deliver-webhooks', dataStore);
    const deliveries = deliverWebhooks(senderPorts, dataStore, { slots, onResult }, failures);
    const loop = follow('dispatch-events', dataStore, {
      pauseMs: DISPATCH_EVENTS_PAUSE_MS,
      task: () => dispatchEvents(ports, dataStore, deliveries.carrier()),
      restMsAfter: restMsAfterDispatch,
    });
    return {
      async stop() {
        await loop.stop();
        await deliveries.stop();
      },
    };
  };
  const writeTerms = (dataStore: DataStoreId | undefined) =>
    follow('index-intents', dataStore, {
      pauseMs: INDEX_INTENTS_PAUSE_MS,
      task: () => indexIntents(ports, dataStore),
      restMsAfter: restMsAfterIndexing,
    });
  const has = (role: BackgroundRole) => roles.includes(role);
  const watchers = has('watcher') ? [...ports.chains.values()].map(watch) : [];
  // Whatever is due by time: several processes may do it, and it is done once.
  const upkeep = () => [
    start('delete-idempotency-keys', DELETE_IDEMPOTENCY_KEYS_PAUSE_MS, () => deleteIdempotencyKeys(ports)),
    start('delete-expired-sessions', DELETE_EXPIRED_SESSIONS_PAUSE_MS, () => deleteExpiredSessions(ports)),
    start('delete-unmatched', DELETE_UNMATCHED_PAUSE_MS, () => deleteUnmatched(ports)),
    start('drop-requests', DROP_REQUESTS_PAUSE_MS, () => dropRequests(ports, requestLogDays)),
    start('drop-partitions', DROP_PARTITIONS_PAUSE_MS, () => dropPartitions(ports, eventsKeptDays)),
    start('expire', EXPIRE_PAUSE_MS, () => expire(ports)),
    start('number-successes', NUMBER_SUCCESSES_PAUSE_MS, () => numberSuccesses(ports)),
    start('relay-audit', RELAY_AUDIT_PAUSE_MS, () => relayAudit(ports)),
  ];
  const outgoing = () => [
    start('announce-expiring-keys', ANNOUNCE_EXPIRING_KEYS_PAUSE_MS, () => announceExpiringKeys(ports)),
    start('relay-events', RELAY_EVENTS_PAUSE_MS, () => relayEvents(ports)),
    startDatabaseLoops(ports.stores, sendEvents, failuresOf('dispatch-events')),
    startDatabaseLoops(ports.stores, writeTerms, failuresOf('index-intents')),
  ];
  const stopping = new AbortController();
  const onOutcome = (outcome: MailOutcome) => metrics?.server.observeMail(outcome);
  const mails = (mailer: Mailer) => [
    start('send-mails', SEND_MAILS_PAUSE_MS, () => sendMails(ports, mailer, { onOutcome, stopping: stopping.signal })),
    start('gather-notices', GATHER_NOTICES_PAUSE_MS, () => gatherNotices(ports, holder)),
  ];
  const loops = [
    ...BACKGROUND_ROLES.filter(has).map((role) =>
      start('report-role', REPORT_ROLE_PAUSE_MS, () => reportRole(ports, role, holder)),
    ),
    ...(has('watcher') ? upkeep() : []),
    ...(has('deliverer') ? outgoing() : []),
    ...(has('deliverer') && ports.mailer ? mails(ports.mailer) : []),
    ...watchers,
  ];
  const allLooked = Promise.all(watchers.map(({ firstRound }) => firstRound));
  let stopped: Promise<unknown> | undefined;
  return {
    haveLooked: Promise.race([allLooked, sleep(FIRST_LOOK_MS_MAX, undefined, { ref: false })]),
    async stop() {
      stopping.abort();
      stopped ??= Promise.all(loops.map((loop) => loop.stop()));
      await stopped;
    },
  };
}
