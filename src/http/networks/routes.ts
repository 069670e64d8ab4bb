import { listNetworks } from './list-networks.ts';

export const networkRoutes = [listNetworks];
