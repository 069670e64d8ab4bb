import { toSessionRoute } from '../server/to-session-route.ts';
import { assignSessionTransfer } from './assign-session-transfer.ts';
import { assignTransfer } from './assign-transfer.ts';
import { listTransfers } from './list-transfers.ts';

export const transferRoutes = [listTransfers, assignTransfer, toSessionRoute(listTransfers), assignSessionTransfer];
