import { listNetworks } from '../../usecases/networks/list-networks.ts';
import type { CliContext, Command } from '../command.ts';
import { findRemote, remoteOptions } from '../sessions/find-remote.ts';
import { networkTable } from './network-table.ts';
import { type NetworkRow, pickNetworkRow, presentNetworkRow } from './present-network-row.ts';

export const networks: Command = {
  name: 'networks',
  summary: 'Lists the networks with their state, newest block, nodes and assets.',
  options: {
    live: { type: 'boolean', help: 'list the networks of live mode, from the database' },
    ...remoteOptions,
  },
  examples: ['networks', 'networks --live', 'networks --json'],
  async run(context, args) {
    const remote = await findRemote(context, args);
    const data = remote
      ? (await remote.get<{ data: NetworkRow[] }>('/networks')).data.map(pickNetworkRow)
      : await readNetworks(context, args.flag('live'));
    return { json: { data }, text: networkTable(data, Date.now()) };
  },
};

const readNetworks = (context: CliContext, livemode: boolean): Promise<NetworkRow[]> =>
  context.withPorts(async (ports) => (await listNetworks(ports, livemode)).map(presentNetworkRow));
