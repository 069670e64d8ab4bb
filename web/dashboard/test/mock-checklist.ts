import type { Checklist } from '../src/api/generated.ts';
import type { Intent } from '../src/api/types.ts';
import type { MockState } from './mock-state.ts';

const paid = (intents: readonly Intent[]) => intents.find(({ status }) => status === 'succeeded')?.id ?? null;

/** What the server would read from the state. */
export function getChecklist({ modes: { test, live } }: MockState): Checklist {
  return {
    test: {
      newest_payment: test.intents[0]?.id ?? null,
      succeeded_payment: paid(test.intents),
      checkout_url: test.intents[0]?.checkout_url ?? null,
      wallet: test.wallets.length > 0,
      webhook_endpoint: test.endpoints.length > 0,
      webhook_delivered: test.endpoints.some(({ last_success_at: at }) => at !== null),
      second_factor: false,
      colleague: false,
    },
    live: {
      newest_payment: live.intents[0]?.id ?? null,
      succeeded_payment: paid(live.intents),
      networks: live.networks.map(({ name, title, state, turn_on, detail, assets }) => ({
        name,
        title,
        state,
        turn_on,
        detail,
        assets,
        wallet: live.wallets.some(({ networks }) => networks.includes(name)) ? 'active' : 'missing',
        wallet_effective_at: null,
      })),
      secure_base_url: false,
      key: live.keys.length > 0,
    },
  };
}
