import { toSessionRoute } from '../server/to-session-route.ts';
import { assignSessionTransfer } from './assign-session-transfer.ts';
import { assignTransfer } from './assign-transfer.ts';
import { getTransfer } from './get-transfer.ts';
import { listTransfers } from './list-transfers.ts';

export const transferRoutes = [
  listTransfers,
  getTransfer,
  assignTransfer,
  toSessionRoute(listTransfers),
  assignSessionTransfer,
];
