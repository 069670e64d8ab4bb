import type { Command } from './command.ts';
import { doctor } from './doctor.ts';
import { intentsGet } from './intents-get.ts';
import { intentsList } from './intents-list.ts';
import { keysCreate } from './keys-create.ts';
import { keysList } from './keys-list.ts';
import { keysRevoke } from './keys-revoke.ts';
import { keysRoll } from './keys-roll.ts';
import { merchantsCreate } from './merchants-create.ts';
import { merchantsList } from './merchants-list.ts';
import { merchantsSetStore } from './merchants-set-store.ts';
import { migrate } from './migrate.ts';
import { pay } from './pay.ts';
import { serve } from './serve.ts';
import { storesAdd } from './stores-add.ts';
import { storesList } from './stores-list.ts';
import { usersResetPassword } from './users-reset-password.ts';
import { walletsAdd } from './wallets-add.ts';
import { walletsList } from './wallets-list.ts';
import { walletsRemove } from './wallets-remove.ts';

/** Every command, in the order in which the help shows them. */
export const commands: readonly Command[] = [
  serve,
  doctor,
  migrate,
  merchantsCreate,
  merchantsList,
  merchantsSetStore,
  storesAdd,
  storesList,
  usersResetPassword,
  keysCreate,
  keysList,
  keysRoll,
  keysRevoke,
  walletsAdd,
  walletsList,
  walletsRemove,
  intentsGet,
  intentsList,
  pay,
];
