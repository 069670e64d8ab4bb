import type { ControlPlane } from '../ports.ts';
import { dataStoreTable } from './control/data-stores.ts';
import { keyTable } from './control/keys.ts';
import { merchantTables } from './control/merchants.ts';
import { networkTable } from './control/networks.ts';
import { sessionTable } from './control/sessions.ts';
import { settingsTable } from './control/settings.ts';
import { signInAttemptTable } from './control/sign-in-attempts.ts';
import { userTable } from './control/users.ts';
import { walletTable } from './control/wallets.ts';
import type { Database } from './database.ts';

export const createControlPlane = (database: Database): ControlPlane => ({
  ...merchantTables(database),
  ...userTable(database),
  ...keyTable(database),
  ...dataStoreTable(database),
  ...sessionTable(database),
  ...signInAttemptTable(database),
  ...settingsTable(database),
  ...networkTable(database),
  ...walletTable(database),
});
