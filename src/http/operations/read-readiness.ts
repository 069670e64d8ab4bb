import { type NetworkView, type ViewNetworksPorts, viewNetworks } from '../../usecases/networks/view-networks.ts';
import type { HealthCheck } from '../server/context.ts';

export interface ReadinessPorts extends ViewNetworksPorts {
  health: () => Promise<HealthCheck[]>;
}

/** Whether the process can work, and which of its networks can be seen. */
export async function readReadiness(ports: ReadinessPorts) {
  const checks = await ports.health();
  return checks.every((check) => check.ok)
    ? ({ status: 200, body: present('ready', checks, await viewNetworks(ports)) } as const)
    : ({ status: 503, body: present('not_ready', checks, []) } as const);
}

const present = (status: 'ready' | 'not_ready', checks: readonly HealthCheck[], networks: readonly NetworkView[]) => ({
  status,
  checks: checks.map(({ name, ok, detail }) => ({ name, ok, detail })),
  // Anyone can read this, and a detail may contain the host of a node.
  networks: networks.map(({ network, state }) => ({ network, state })),
});
