import type { Static } from 'typebox';
import type { Checklist } from '../../usecases/checklist/view-checklist.ts';
import { presentNetwork } from '../networks/present-network.ts';
import { checkoutUrl } from '../server/addresses.ts';
import type { ChecklistSchema } from './checklist-schema.ts';

type ChecklistAnswer = Static<typeof ChecklistSchema>;

export const presentChecklist = (
  { test, live }: Checklist,
  baseUrl: string,
  testPublicKey: string,
): ChecklistAnswer => ({
  test: {
    newest_payment: test.newestIntent ?? null,
    succeeded_payment: test.succeededIntent ?? null,
    checkout_url: test.newestIntent ? checkoutUrl(baseUrl, testPublicKey, test.newestIntent) : null,
    wallet: test.hasWallet,
    webhook_endpoint: test.hasEndpoint,
    webhook_delivered: test.hasDelivered,
    second_factor: test.hasSecondFactor,
    colleague: test.hasColleague,
  },
  live: {
    newest_payment: live.newestIntent ?? null,
    succeeded_payment: live.succeededIntent ?? null,
    networks: live.networks.map(toNetwork),
    secure_base_url: new URL(baseUrl).protocol === 'https:',
    key: live.hasKey,
  },
});

function toNetwork({
  listed,
  wallet,
}: Checklist['live']['networks'][number]): ChecklistAnswer['live']['networks'][number] {
  const { name, title, state, turn_on, detail, assets } = presentNetwork(listed);
  return {
    name,
    title,
    state,
    turn_on,
    detail,
    assets,
    wallet: wallet === undefined ? 'missing' : wallet.isPending ? 'pending' : 'active',
    wallet_effective_at: wallet === undefined ? null : new Date(wallet.effectiveAtMs).toISOString(),
  };
}
