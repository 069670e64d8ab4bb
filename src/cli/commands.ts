import { backup } from './backups/backup.ts';
import { restore } from './backups/restore.ts';
import type { Command } from './command.ts';
import { merchantsSetStore } from './data-stores/merchants-set-store.ts';
import { storesAdd } from './data-stores/stores-add.ts';
import { storesList } from './data-stores/stores-list.ts';
import { intentsGet } from './intents/intents-get.ts';
import { intentsList } from './intents/intents-list.ts';
import { keysCreate } from './keys/keys-create.ts';
import { keysList } from './keys/keys-list.ts';
import { keysRevoke } from './keys/keys-revoke.ts';
import { keysRoll } from './keys/keys-roll.ts';
import { merchantsCreate } from './merchants/merchants-create.ts';
import { merchantsList } from './merchants/merchants-list.ts';
import { pay } from './payments/pay.ts';
import { secretsReseal } from './secrets/secrets-reseal.ts';
import { doctor } from './server/doctor.ts';
import { migrate } from './server/migrate.ts';
import { serve } from './server/serve.ts';
import { usersResetPassword } from './sessions/users-reset-password.ts';
import { walletsAdd } from './wallets/wallets-add.ts';
import { walletsList } from './wallets/wallets-list.ts';
import { walletsRelease } from './wallets/wallets-release.ts';
import { walletsRemove } from './wallets/wallets-remove.ts';

/** Every command, in the order in which the help shows them. */
export const commands: readonly Command[] = [
  serve,
  doctor,
  migrate,
  backup,
  restore,
  merchantsCreate,
  merchantsList,
  merchantsSetStore,
  storesAdd,
  storesList,
  usersResetPassword,
  secretsReseal,
  keysCreate,
  keysList,
  keysRoll,
  keysRevoke,
  walletsAdd,
  walletsList,
  walletsRemove,
  walletsRelease,
  intentsGet,
  intentsList,
  pay,
];
