import { LIMITS } from '../../domain/limits.ts';
import { formatAge } from '../../domain/networks/format-age.ts';
import type { Network } from '../../domain/networks/network.ts';
import type { NodeState } from '../../domain/networks/node-state.ts';
import type { Chains } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NetworkReport, Networks } from '../../ports/networks.ts';

/** Whether a network can be seen, cannot be seen, or gives answers that cannot be true. */
export type NetworkState = 'ok' | 'delayed' | 'distrusted';

/** Why a network is in its state. A network whose nodes limit calls can still be `ok`. */
export const NETWORK_CAUSES = [
  'never_read',
  'nodes_away',
  'nodes_contradict',
  'no_worker',
  'behind',
  'rate_limited',
] as const;
type NetworkCause = (typeof NETWORK_CAUSES)[number];

export interface NetworkView {
  network: string;
  state: NetworkState;
  cause: NetworkCause | undefined;
  /** Since when it cannot be seen; undefined if it can, or if it was never read. */
  sinceMs: number | undefined;
  /** How long ago the network was last read completely; undefined if never. */
  lagSeconds: number | undefined;
  /** The newest block that a node reported; its time is undefined if the chain did not say. */
  newestBlock: { height: number; timeMs: number | undefined } | undefined;
  nodes: readonly NodeState[];
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
  return [...ports.chains.values()].map(({ network }) => viewNetwork(network, reports.get(network.name), nowMs));
}

/** The names of the networks that can be seen. */
export async function visibleNetworks(ports: ViewNetworksPorts): Promise<ReadonlySet<string>> {
  const visible = (await viewNetworks(ports)).filter(({ state }) => state === 'ok');
  return new Set(visible.map(({ network }) => network));
}

/** The state of a watched network, by the last report of its worker. */
export function viewNetwork(network: Network, report: NetworkReport | undefined, nowMs: number): NetworkView {
  const scannedUntilMs = report?.scannedUntilMs;
  const lagMs = scannedUntilMs === undefined ? undefined : Math.max(0, nowMs - scannedUntilMs);
  return {
    network: network.name,
    lagSeconds: lagMs === undefined ? undefined : Math.round(lagMs / 1_000),
    newestBlock: report?.tipHeight === undefined ? undefined : { height: report.tipHeight, timeMs: report.tipTimeMs },
    nodes: report?.nodes ?? [],
    ...judge(network, report, nowMs),
  };
}

type Judgment = Pick<NetworkView, 'state' | 'cause' | 'sinceMs' | 'detail'>;

const NEVER_READ: Judgment = { state: 'delayed', cause: 'never_read', sinceMs: undefined, detail: 'not read yet' };

function judge(network: Network, report: NetworkReport | undefined, nowMs: number): Judgment {
  if (report === undefined) return NEVER_READ;
  const { fault, scannedUntilMs, reportedAtMs, nodes = [] } = report;
  if (fault) {
    const isAway = fault.kind === 'away';
    const state = isAway ? ('delayed' as const) : ('distrusted' as const);
    return {
      state,
      cause: isAway ? 'nodes_away' : 'nodes_contradict',
      sinceMs: fault.sinceMs,
      detail: fault.message,
    };
  }
  if (nowMs - reportedAtMs > LIMITS.silentPollsMax * network.pollMs) {
    const detail =
      `No worker has reported for ${formatAge(nowMs - reportedAtMs)}. Check that a Florin process with the role ` +
      'watcher is running.';
    return { state: 'delayed', cause: 'no_worker', sinceMs: reportedAtMs, detail };
  }
  if (scannedUntilMs === undefined) return NEVER_READ;
  const isLimited = nodes.some(({ state }) => state === 'slowed') && !nodes.some(({ state }) => state === 'ok');
  const detail = `last read ${formatAge(nowMs - scannedUntilMs)} ago${isLimited ? `. ${LIMITED}` : ''}`;
  return isBehind(network, scannedUntilMs, nowMs)
    ? { state: 'delayed', cause: isLimited ? 'rate_limited' : 'behind', sinceMs: scannedUntilMs, detail }
    : { state: 'ok', cause: isLimited ? 'rate_limited' : undefined, sinceMs: undefined, detail };
}

const LIMITED =
  'The nodes limit how often they may be called, so payments are read more slowly. Use a plan with a higher limit, or ' +
  'add another node.';

/** Where blocks are made on demand, the chain's own time may stand still. */
const isBehind = ({ tipAgeMsMax }: Network, scannedUntilMs: number, nowMs: number): boolean =>
  tipAgeMsMax !== undefined && nowMs - scannedUntilMs > LIMITS.scanLagMsMax;
