import type { IntentId } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { type Visibility, visibilityOf } from '../../domain/intents/visibility.ts';
import type { TimelineEntry } from '../../ports/intents.ts';
import type { Store } from '../../ports/stores.ts';
import { getIntentWithTimeline } from '../../usecases/intents/get-intent.ts';
import type { Principal } from '../../usecases/keys/authenticate-key.ts';
import { type ViewNetworksPorts, visibleNetworks } from '../../usecases/networks/view-networks.ts';
import { checkoutUrl } from '../server/addresses.ts';
import { tagOf } from '../server/entity-tag.ts';
import type { JsonText } from '../server/json-text.ts';
import { type IntentAnswer, serializeIntent } from './present-intent.ts';

type AnswerContext = ViewNetworksPorts & { config: { baseUrl: string } };

interface Rendered {
  body: JsonText<IntentAnswer>;
  tag: string;
}

/** All that an answer depends on besides the intent. */
interface Source {
  url: string;
  visibility: Visibility;
  timeline: readonly TimelineEntry[];
}

/** As long as nothing changes, an intent that is read again is the same object, and so is its timeline. */
const rendered = new WeakMap<Intent, Rendered & Source>();

/** Answers with one intent and its timeline. */
export async function answerIntent(
  context: AnswerContext,
  principal: Pick<Principal, 'publicKey'>,
  store: Store,
  id: IntentId | undefined,
): Promise<{ status: 200; body: JsonText<IntentAnswer> }> {
  const { body } = await renderIntent(context, principal, store, id);
  return { status: 200, body };
}

/** One intent with its timeline as JSON, and a tag of that. It is made once while nothing changes. */
export async function renderIntent(
  context: AnswerContext,
  { publicKey }: Pick<Principal, 'publicKey'>,
  store: Store,
  id: IntentId | undefined,
): Promise<Rendered> {
  const [{ intent, timeline }, networks] = await Promise.all([
    getIntentWithTimeline(store, id),
    visibleNetworks(context),
  ]);
  const nowMs = context.clock.nowMs();
  const url = checkoutUrl(context.config.baseUrl, publicKey, intent.id);
  const visibility = visibilityOf(intent, networks, nowMs);
  const last = rendered.get(intent);
  if (last?.timeline === timeline && last.visibility === visibility && last.url === url) return last;
  const body = serializeIntent(intent, { checkoutUrl: url, nowMs, visibleNetworks: networks, timeline });
  const made = { url, visibility, timeline, body, tag: tagOf(body) };
  rendered.set(intent, made);
  return made;
}
