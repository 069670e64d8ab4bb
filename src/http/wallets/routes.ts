import { toSessionRoute } from '../server/to-session-route.ts';
import { addSessionWallet } from './add-session-wallet.ts';
import { addWallet } from './add-wallet.ts';
import { listWallets } from './list-wallets.ts';
import { removeSessionWallet } from './remove-session-wallet.ts';
import { removeWallet } from './remove-wallet.ts';

export const walletRoutes = [
  listWallets,
  addWallet,
  removeWallet,
  toSessionRoute(listWallets),
  addSessionWallet,
  removeSessionWallet,
];
