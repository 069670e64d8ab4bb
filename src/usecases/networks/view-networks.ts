import { LIMITS } from '../../domain/limits.ts';
import { formatAge } from '../../domain/networks/format-age.ts';
import type { Network } from '../../domain/networks/network.ts';
import type { Chains } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NetworkReport, Networks } from '../../ports/networks.ts';

/** Whether a network can be seen, cannot be seen, or gives answers that cannot be true. */
export type NetworkState = 'ok' | 'delayed' | 'distrusted';

export interface NetworkView {
  network: string;
  state: NetworkState;
  /** Since when it cannot be seen; undefined if it can, or if it was never read. */
  sinceMs: number | undefined;
  /** How long ago the network was last read completely; undefined if never. */
  lagSeconds: number | undefined;
  detail: string;
}

export interface ViewNetworksPorts {
  chains: Chains;
  clock: Clock;
  networks: Pick<Networks, 'list'>;
}

/** The state of each watched network: unpaid and unseen are different answers. */
export async function viewNetworks(ports: ViewNetworksPorts): Promise<NetworkView[]> {
  const reports = new Map((await ports.networks.list()).map((report) => [report.network, report]));
  const nowMs = ports.clock.nowMs();
  return [...ports.chains.values()].map(({ network }) => view(network, reports.get(network.name), nowMs));
}

/** The names of the networks that can be seen. */
export async function visibleNetworks(ports: ViewNetworksPorts): Promise<ReadonlySet<string>> {
  const visible = (await viewNetworks(ports)).filter(({ state }) => state === 'ok');
  return new Set(visible.map(({ network }) => network));
}

function view(network: Network, report: NetworkReport | undefined, nowMs: number): NetworkView {
  const scannedUntilMs = report?.scannedUntilMs;
  const lagMs = scannedUntilMs === undefined ? undefined : Math.max(0, nowMs - scannedUntilMs);
  const lagSeconds = lagMs === undefined ? undefined : Math.round(lagMs / 1_000);
  return { network: network.name, lagSeconds, ...judge(network, report, nowMs) };
}

type Judgment = Pick<NetworkView, 'state' | 'sinceMs' | 'detail'>;

function judge(network: Network, report: NetworkReport | undefined, nowMs: number): Judgment {
  if (report === undefined) return { state: 'delayed', sinceMs: undefined, detail: 'not read yet' };
  const { fault, scannedUntilMs, reportedAtMs } = report;
  if (fault) {
    const state = fault.kind === 'distrusted' ? 'distrusted' : 'delayed';
    return { state, sinceMs: fault.sinceMs, detail: fault.message };
  }
  if (nowMs - reportedAtMs > LIMITS.silentPollsMax * network.pollMs) {
    const detail =
      `No worker has reported for ${formatAge(nowMs - reportedAtMs)}. Check that a Florin process with the role ` +
      'worker is running.';
    return { state: 'delayed', sinceMs: reportedAtMs, detail };
  }
  if (scannedUntilMs === undefined) return { state: 'delayed', sinceMs: undefined, detail: 'not read yet' };
  const detail = `last read ${formatAge(nowMs - scannedUntilMs)} ago`;
  return isBehind(network, scannedUntilMs, nowMs)
    ? { state: 'delayed', sinceMs: scannedUntilMs, detail }
    : { state: 'ok', sinceMs: undefined, detail };
}

/** Where blocks are made on demand, the chain's own time may stand still. */
const isBehind = ({ tipAgeMsMax }: Network, scannedUntilMs: number, nowMs: number): boolean =>
  tipAgeMsMax !== undefined && nowMs - scannedUntilMs > LIMITS.scanLagMsMax;
