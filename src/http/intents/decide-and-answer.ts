import { type DecisionInput, decideIntent } from '../../usecases/intents/decide-intent.ts';
import { actorOf, type Caller } from '../server/call.ts';
import type { Context } from '../server/context.ts';
import { answerIntent } from './answer-intent.ts';

type Decided = Pick<DecisionInput, 'id' | 'kind' | 'reason' | 'onlyReview' | 'address'>;

/** Records the decision of a key or a member, and answers with the intent. */
export async function decideAndAnswer(context: Context, caller: Caller, decided: Decided) {
  const store = await context.stores.of(caller);
  const { id } = await decideIntent(context, store, { ...decided, tenant: caller, actor: actorOf(caller) });
  return answerIntent(context, caller, store, id);
}
