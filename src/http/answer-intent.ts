import type { Intent } from '../domain/intent.ts';
import type { Clock, Store } from '../ports.ts';
import type { Principal } from '../usecases/authenticate-key.ts';
import { checkoutUrl } from './addresses.ts';
import { presentIntent } from './present-intent.ts';
import type { Answer } from './route.ts';

/** One intent with its timeline. */
export async function answerIntent(
  context: { clock: Clock; config: { baseUrl: string } },
  { publicKey }: Pick<Principal, 'publicKey'>,
  store: Store,
  intent: Intent,
): Promise<Answer> {
  const timeline = await store.listTimeline(intent.id);
  const url = checkoutUrl(context.config.baseUrl, publicKey, intent.id);
  return { status: 200, body: presentIntent(intent, { checkoutUrl: url, nowMs: context.clock.nowMs(), timeline }) };
}
