import type { Intent } from '../../domain/intents/intent.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/stores.ts';
import type { Principal } from '../../usecases/keys/authenticate-key.ts';
import { checkoutUrl } from '../server/addresses.ts';
import type { JsonAnswer } from '../server/answer.ts';
import { type IntentAnswer, serializeIntent } from './present-intent.ts';

/** Answers with one intent and its timeline. */
export async function answerIntent(
  context: { clock: Clock; config: { baseUrl: string } },
  { publicKey }: Pick<Principal, 'publicKey'>,
  store: Store,
  intent: Intent,
): Promise<JsonAnswer<200, IntentAnswer>> {
  const timeline = await store.intents.listTimeline(intent.id);
  const url = checkoutUrl(context.config.baseUrl, publicKey, intent.id);
  return { status: 200, body: serializeIntent(intent, { checkoutUrl: url, nowMs: context.clock.nowMs(), timeline }) };
}
