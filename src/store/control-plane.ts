import type { ControlPlane } from '../ports.ts';
import { dataStoreTable } from './data-stores/data-stores.ts';
import type { Database } from './database/database.ts';
import { keyTable } from './keys/keys.ts';
import { merchantTables } from './merchants/merchants.ts';
import { settingsTable } from './merchants/settings.ts';
import { networkTable } from './networks/networks.ts';
import { sessionTable } from './sessions/sessions.ts';
import { signInAttemptTable } from './sessions/sign-in-attempts.ts';
import { userTable } from './sessions/users.ts';
import { walletTable } from './wallets/wallets.ts';

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
