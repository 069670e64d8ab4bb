import type { Ports } from '../../ports/ports.ts';
import { type NetworkView, type ViewNetworksPorts, viewNetworks } from '../../usecases/networks/view-networks.ts';
import { type RoleView, viewRoles } from '../../usecases/operations/view-roles.ts';
import type { HealthCheck } from '../server/context.ts';

export interface ReadinessPorts extends ViewNetworksPorts, Pick<Ports, 'clock' | 'leases'> {
  health: () => Promise<HealthCheck[]>;
}

/** Whether the process can work, which of its networks can be seen, and which roles some process has. */
export async function readReadiness(ports: ReadinessPorts) {
  const checks = await ports.health();
  if (!checks.every((check) => check.ok)) return { status: 503, body: present('not_ready', checks, [], []) } as const;
  const [networks, roles] = await Promise.all([viewNetworks(ports), viewRoles(ports)]);
  return { status: 200, body: present('ready', checks, networks, roles) } as const;
}

const present = (
  status: 'ready' | 'not_ready',
  checks: readonly HealthCheck[],
  networks: readonly NetworkView[],
  roles: readonly RoleView[],
) => ({
  status,
  checks: checks.map(({ name, ok, detail }) => ({ name, ok, detail })),
  // Anyone can read this, and a detail may contain the host of a node.
  networks: networks.map(({ network, state }) => ({ network, state })),
  roles: roles.map(({ role, isRunning }) => ({ role, running: isRunning })),
});
