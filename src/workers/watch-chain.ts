import { LIMITS } from '../domain/limits.ts';
import { ChainError } from '../domain/networks/chain-error.ts';
import type { ChainAdapter } from '../ports/chain.ts';
import type { NetworkReport } from '../ports/networks.ts';
import type { PaymentDatabase } from '../ports/payment-book.ts';
import type { Ports } from '../ports/ports.ts';
import { probeNetwork } from '../usecases/networks/probe-network.ts';
import { recordScan } from '../usecases/payments/record-scan.ts';
import { startHeartbeat } from './heartbeat.ts';

type WatchPorts = Pick<Ports, 'clock' | 'random' | 'leases' | 'networks' | 'settings' | 'stores' | 'wallets'>;

/** Another process takes over when the holder has not renewed its lease for this long. */
const LEASE_MS = 6_000;
/** A round at a node that limits the rate may be long. Until it ends, the lease and the report stay fresh. */
const HEARTBEAT_MS = 2_000;
/** How many scans may follow each other in one round while the network is behind. */
const SCANS_MAX = 20;

/** What one process remembers of a network between two rounds. */
export interface Watcher {
  /** Names the process, for the lease. */
  holder: string;
  /** How many rounds may pass before the nodes are asked again for their chain and newest block. */
  roundsUntilProbe: number;
  /** Why the network could not be seen in the last round. */
  fault?: NetworkReport['fault'];
  /** What keeps the lease fresh during a long round. By default, the wall clock decides when. */
  beat?: typeof startHeartbeat;
}

/** What one round has found out. */
interface Round {
  startMs: number;
  token: number;
  tip: { height: number; timeMs: number | undefined } | undefined;
  /** How far each database that kept up has been scanned. */
  scannedUntilMs: number[];
  faults: ChainError[];
  /** Why some wallets could not be read. The network itself can be seen. */
  unreadable: ChainError[];
  /** The process stopped in the middle of the round, which says nothing about the network. */
  isCut: boolean;
}

/**
 * Scans one network for every database that expects payments on it, in one process at a time, and reports whether the
 * network can be seen. Nothing is credited from nodes that do not answer or contradict themselves. Returns false if
 * another process holds the lease, or this one stops. Throws a ChainError if the network cannot be seen, and an
 * AggregateError if it can, but not all wallets on it.
 */
export async function watchChain(ports: WatchPorts, chain: ChainAdapter, watcher: Watcher): Promise<boolean> {
  const { clock, stores } = ports;
  const startMs = clock.nowMs();
  const token = await takeLease(ports, chain, watcher);
  if (token === undefined) return false;
  const round: Round = { startMs, token, tip: undefined, scannedUntilMs: [], faults: [], unreadable: [], isCut: false };
  const heartbeat = (watcher.beat ?? startHeartbeat)(HEARTBEAT_MS, async () => {
    await takeLease(ports, chain, watcher);
    await report(ports, chain, { tip: round.tip, scannedUntilMs: undefined, fault: watcher.fault });
  });
  try {
    await probeIfDue(ports, chain, watcher, round);
    // Nodes on another chain are not read at all. Nodes that are behind still know about earlier payments.
    if (!round.isCut && worstOf(round.faults)?.kind !== 'distrusted')
      await stores.forEachDatabase((database) => scanDatabase(ports, chain, round, database));
  } finally {
    await heartbeat.stop();
    if (!round.isCut) await reportRound(ports, chain, watcher, round);
  }
  if (round.isCut) return false;
  const fault = worstOf(round.faults);
  if (fault) throw fault;
  if (round.unreadable.length > 0) throw new AggregateError(round.unreadable, 'some wallets cannot be read');
  return true;
}

async function reportRound(
  ports: WatchPorts,
  chain: ChainAdapter,
  watcher: Watcher,
  { tip, startMs, scannedUntilMs, faults }: Round,
): Promise<void> {
  const worst = worstOf(faults);
  if (worst) watcher.roundsUntilProbe = 0;
  watcher.fault = worst && { kind: worst.kind, message: worst.message, sinceMs: startMs };
  const until = worst || scannedUntilMs.length === 0 ? undefined : Math.min(...scannedUntilMs);
  await report(ports, chain, { tip, scannedUntilMs: until, fault: watcher.fault });
}

function takeLease({ clock, leases }: WatchPorts, { network }: ChainAdapter, { holder }: Watcher) {
  const nowMs = clock.nowMs();
  return leases.take(`watch ${network.name}`, holder, nowMs, nowMs + LEASE_MS);
}

function report(
  { clock, networks }: WatchPorts,
  chain: ChainAdapter,
  { tip, ...found }: Pick<Round, 'tip'> & Pick<NetworkReport, 'scannedUntilMs' | 'fault'>,
): Promise<void> {
  const nodes = chain.nodes?.();
  return networks.report({
    network: chain.network.name,
    tipHeight: tip?.height,
    tipTimeMs: tip?.timeMs,
    ...found,
    reportedAtMs: clock.nowMs(),
    ...(nodes ? { nodes } : {}),
  });
}

/** Also while no intent waits on the network, so that a payer is not the first to find out. */
async function probeIfDue(ports: WatchPorts, chain: ChainAdapter, watcher: Watcher, round: Round): Promise<void> {
  watcher.roundsUntilProbe -= 1;
  if (watcher.roundsUntilProbe >= 0) return;
  await noteFault(round, async () => {
    round.tip = await probeNetwork(chain, ports.clock);
    watcher.roundsUntilProbe = LIMITS.healthCheckPolls - 1;
  });
}

async function scanDatabase(
  ports: WatchPorts,
  chain: ChainAdapter,
  round: Round,
  database: PaymentDatabase,
): Promise<void> {
  const { startMs, token } = round;
  let unreadable: readonly ChainError[] = [];
  let scannedUntilMs: number | undefined;
  await noteFault(round, async () => {
    for (let scans = 0; scans < SCANS_MAX && ports.clock.nowMs() < startMs + LEASE_MS; scans += 1) {
      const scan = await recordScan(ports, chain, token, database);
      // Without an intent that waits for money here, there is nothing to miss.
      scannedUntilMs = Math.min(scan?.scannedUntilMs ?? startMs, startMs);
      if (scan) round.tip = { height: scan.tipHeight, timeMs: scan.tipTimeMs };
      unreadable = scan?.unreadable ?? [];
      if (!scan?.behind) break;
    }
    if (scannedUntilMs !== undefined) round.scannedUntilMs.push(scannedUntilMs);
    round.unreadable.push(...unreadable);
  });
}

/** A failure of the network concerns all databases and is reported. A failure of a database concerns only that one. */
async function noteFault(round: Round, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ChainError) round.faults.push(error);
    else if (error instanceof Error && error.name === 'AbortError') round.isCut = true;
    else throw error;
  }
}

/** Of several, the one that an operator must know first. */
const worstOf = (faults: readonly ChainError[]): ChainError | undefined =>
  faults.find(({ kind }) => kind === 'distrusted') ?? faults[0];
