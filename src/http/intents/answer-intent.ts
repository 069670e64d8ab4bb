import type { IntentId } from '../../domain/ids.ts';
import type { Store } from '../../ports/stores.ts';
import { getIntentWithTimeline } from '../../usecases/intents/get-intent.ts';
import type { Principal } from '../../usecases/keys/authenticate-key.ts';
import { type ViewNetworksPorts, visibleNetworks } from '../../usecases/networks/view-networks.ts';
import { checkoutUrl } from '../server/addresses.ts';
import type { JsonText } from '../server/json-text.ts';
import { type IntentAnswer, serializeIntent } from './present-intent.ts';

/** Answers with one intent and its timeline. */
export async function answerIntent(
  context: ViewNetworksPorts & { config: { baseUrl: string } },
  { publicKey }: Pick<Principal, 'publicKey'>,
  store: Store,
  id: IntentId | undefined,
): Promise<{ status: 200; body: JsonText<IntentAnswer> }> {
  const [{ intent, timeline }, networks] = await Promise.all([
    getIntentWithTimeline(store, id),
    visibleNetworks(context),
  ]);
  const body = serializeIntent(intent, {
    checkoutUrl: checkoutUrl(context.config.baseUrl, publicKey, intent.id),
    nowMs: context.clock.nowMs(),
    visibleNetworks: networks,
    timeline,
  });
  return { status: 200, body };
}
