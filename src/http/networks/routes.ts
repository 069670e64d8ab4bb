import { toSessionRoute } from '../server/to-session-route.ts';
import { listNetworks } from './list-networks.ts';

export const networkRoutes = [listNetworks, toSessionRoute(listNetworks)];
