import type { Chains } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NetworkReport, Networks } from '../../ports/networks.ts';

/** Whether a network is being read, is delayed, or gives answers that cannot be true. */
export type NetworkState = 'ok' | 'delayed' | 'distrusted';

export interface NetworkView {
  network: string;
  state: NetworkState;
  /** How long ago the network was last read completely; undefined if never. */
  lagSeconds: number | undefined;
  detail: string;
}

/** A network is read about every second; after a longer gap, payments on it go unnoticed. */
const LAG_SECONDS_MAX = 60;

/** The state of each watched network: unpaid and unseen are different answers. */
export async function viewNetworks(ports: {
  chains: Chains;
  clock: Clock;
  networks: Pick<Networks, 'list'>;
}): Promise<NetworkView[]> {
  const reports = new Map((await ports.networks.list()).map((report) => [report.network, report]));
  return [...ports.chains.keys()].map((network) => view(network, reports.get(network), ports.clock.nowMs()));
}

function view(network: string, report: NetworkReport | undefined, nowMs: number): NetworkView {
  const scannedUntilMs = report?.scannedUntilMs;
  const lagSeconds =
    scannedUntilMs === undefined ? undefined : Math.max(0, Math.round((nowMs - scannedUntilMs) / 1_000));
  if (report?.fault?.kind === 'distrusted') {
    return { network, state: 'distrusted', lagSeconds, detail: report.fault.message };
  }
  const isRead = lagSeconds !== undefined && lagSeconds <= LAG_SECONDS_MAX;
  const silence = lagSeconds === undefined ? 'not read yet' : `last read ${lagSeconds} s ago`;
  const detail = report?.fault?.message ?? silence;
  return { network, state: isRead && !report?.fault ? 'ok' : 'delayed', lagSeconds, detail };
}
