import { toSessionRoute } from '../server/to-session-route.ts';
import { addSessionWallet } from './add-session-wallet.ts';
import { addWallet } from './add-wallet.ts';
import { challengeWallet } from './challenge-wallet.ts';
import { listWallets } from './list-wallets.ts';
import { removeSessionWallet } from './remove-session-wallet.ts';
import { removeWallet } from './remove-wallet.ts';

export const walletRoutes = [
  listWallets,
  addWallet,
  removeWallet,
  challengeWallet,
  toSessionRoute(listWallets),
  toSessionRoute(challengeWallet),
  addSessionWallet,
  removeSessionWallet,
];
