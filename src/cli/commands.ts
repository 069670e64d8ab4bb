import { backup } from './backups/backup.ts';
import { restore } from './backups/restore.ts';
import type { Command } from './command.ts';
import { createCompletion } from './completion/completion.ts';
import { customersErase } from './customers/customers-erase.ts';
import { customersExport } from './customers/customers-export.ts';
import { merchantsMove } from './data-stores/merchants-move.ts';
import { merchantsSetStore } from './data-stores/merchants-set-store.ts';
import { storesAdd } from './data-stores/stores-add.ts';
import { storesClose } from './data-stores/stores-close.ts';
import { storesDrain } from './data-stores/stores-drain.ts';
import { storesList } from './data-stores/stores-list.ts';
import { storesOpen } from './data-stores/stores-open.ts';
import type { Section } from './describe-command.ts';
import { eventsList } from './events/events-list.ts';
import { eventsResend } from './events/events-resend.ts';
import { eventsTail } from './events/events-tail.ts';
import { listen } from './events/listen.ts';
import { trigger } from './events/trigger.ts';
import { intentsGet } from './intents/intents-get.ts';
import { intentsList } from './intents/intents-list.ts';
import { keysCreate } from './keys/keys-create.ts';
import { keysList } from './keys/keys-list.ts';
import { keysRevoke } from './keys/keys-revoke.ts';
import { keysRoll } from './keys/keys-roll.ts';
import { merchantsCreate } from './merchants/merchants-create.ts';
import { merchantsList } from './merchants/merchants-list.ts';
import { networks } from './networks/networks.ts';
import { pay } from './payments/pay.ts';
import { secretsReseal } from './secrets/secrets-reseal.ts';
import { doctor } from './server/doctor.ts';
import { migrate } from './server/migrate.ts';
import { serve } from './server/serve.ts';
import { login } from './sessions/login.ts';
import { logout } from './sessions/logout.ts';
import { usersOperator } from './sessions/users-operator.ts';
import { usersResetPassword } from './sessions/users-reset-password.ts';
import { walletsAdd } from './wallets/wallets-add.ts';
import { walletsList } from './wallets/wallets-list.ts';
import { walletsRelease } from './wallets/wallets-release.ts';
import { walletsRemove } from './wallets/wallets-remove.ts';
import { deliveriesGet } from './webhooks/deliveries-get.ts';
import { deliveriesList } from './webhooks/deliveries-list.ts';
import { deliveriesResend } from './webhooks/deliveries-resend.ts';
import { webhooksCreate } from './webhooks/webhooks-create.ts';
import { webhooksDelete } from './webhooks/webhooks-delete.ts';
import { webhooksList } from './webhooks/webhooks-list.ts';
import { webhooksResend } from './webhooks/webhooks-resend.ts';
import { webhooksRoll } from './webhooks/webhooks-roll.ts';
import { webhooksTest } from './webhooks/webhooks-test.ts';
import { webhooksUpdate } from './webhooks/webhooks-update.ts';

/** Every command, in the order in which the help shows them. */
export const sections: readonly Section[] = [
  { title: 'Develop', commands: [login, logout, listen, trigger, eventsTail, eventsList, eventsResend] },
  { title: 'Payments', commands: [intentsGet, intentsList, pay, customersExport, customersErase] },
  {
    title: 'Webhooks',
    commands: [
      webhooksCreate,
      webhooksList,
      webhooksUpdate,
      webhooksRoll,
      webhooksTest,
      webhooksResend,
      webhooksDelete,
      deliveriesList,
      deliveriesGet,
      deliveriesResend,
    ],
  },
  {
    title: 'Merchants',
    commands: [
      merchantsCreate,
      merchantsList,
      usersResetPassword,
      usersOperator,
      keysCreate,
      keysList,
      keysRoll,
      keysRevoke,
      walletsAdd,
      walletsList,
      walletsRemove,
      walletsRelease,
    ],
  },
  {
    title: 'Server',
    commands: [
      serve,
      doctor,
      networks,
      migrate,
      backup,
      restore,
      storesAdd,
      storesList,
      storesOpen,
      storesClose,
      storesDrain,
      merchantsSetStore,
      merchantsMove,
      secretsReseal,
    ],
  },
  { title: 'Shell', commands: [createCompletion(() => commands)] },
];

export const commands: readonly Command[] = sections.flatMap((section) => section.commands);
