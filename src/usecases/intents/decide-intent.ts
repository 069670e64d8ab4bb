import { Problem } from '../../domain/errors.ts';
import type { IntentId } from '../../domain/ids.ts';
import { decide } from '../../domain/intents/decide.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import type { Decision } from '../../domain/intents/review.ts';
import { transition } from '../../domain/intents/transition.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Settings } from '../../ports/settings.ts';
import type { Store, Tenant } from '../../ports/stores.ts';
import { getIntent } from './get-intent.ts';

interface DecisionPorts {
  clock: Clock;
  settings: Pick<Settings, 'find'>;
}

export interface DecisionInput {
  tenant: Pick<Tenant, 'merchantId' | 'livemode'>;
  id: IntentId | undefined;
  kind: Decision['kind'];
  reason: string;
  actor: string;
  address?: string | undefined;
  /** Whether only an intent in review may be decided. */
  onlyReview: boolean;
}

/** Records the merchant's decision that an intent is paid or canceled, with its reason. It overrides the payments. */
export async function decideIntent(ports: DecisionPorts, store: Store, input: DecisionInput): Promise<Intent> {
  const { tenant, kind, reason, actor, address } = input;
  const found = await getIntent(store, input.id);
  const settings = await ports.settings.find(tenant.merchantId);
  const nowMs = ports.clock.nowMs();
  const decided = await store.intents.change(found.id, nowMs, (intent) => {
    const allowed = input.onlyReview ? intent.status === 'needs_review' : intent.status !== 'succeeded';
    if (!allowed) {
      const detail = input.onlyReview
        ? `Only a payment intent that needs review can be resolved. This one is ${intent.status}.`
        : 'This payment intent has already succeeded.';
      throw new Problem('invalid_state', detail);
    }
    const changed = transition(decide(intent, { kind, reason, atMs: nowMs }), settings, nowMs);
    const details = { reason, from: intent.status, address };
    return changed && { ...changed, audit: { actor, action: `payment_intent.${kind}`, subject: intent.id, details } };
  });
  return decided ?? found;
}
