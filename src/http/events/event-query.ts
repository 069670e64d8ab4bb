import { Type } from 'typebox';
import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';
import { findUnknownTypes } from '../../domain/webhooks/find-unknown-types.ts';
import type { Store } from '../../ports/stores.ts';
import { getIntent } from '../../usecases/intents/get-intent.ts';
import { invalidQuery } from '../server/invalid-query.ts';
import { readQueryId } from '../server/read-query-id.ts';
import { readRenamed } from '../server/read-renamed.ts';

const TYPE = '(\\*|[a-z_]+\\.(\\*|[a-z_]+))';

/** The query parameters that every list of events has. */
export const eventFilterQuery = {
  type: Type.Optional(
    Type.String({
      pattern: `^${TYPE}(,${TYPE})*$`,
      maxLength: 2_048,
      description:
        'Only events of these types, separated by commas. `payment_intent.*` stands for all with this prefix. One that ' +
        'matches no type is an error.',
      'x-expected': 'types such as payment_intent.succeeded or payment_intent.*, separated by commas',
    }),
  ),
  payment_intent_id: Type.Optional(
    Type.String({
      pattern: '^pi_[0-9A-Za-z]{22}$',
      description: 'Only events of this payment intent.',
      'x-expected': 'the ID of a payment intent',
    }),
  ),
  payment_intent: Type.Optional(
    Type.String({
      pattern: '^pi_[0-9A-Za-z]{22}$',
      description:
        'The former name of `payment_intent_id`, which still works. If you send both, they must be equal. With this name ' +
        'alone, the list of a payment intent that does not exist is empty.',
      'x-expected': 'the ID of a payment intent',
    }),
  ),
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]?|100)$',
      default: String(LIMITS.eventPageSizeDefault),
      description: `The page size: 1 to ${LIMITS.pageSizeMax}.`,
      'x-expected': `a whole number from 1 to ${LIMITS.pageSizeMax}`,
    }),
  ),
};

interface EventQuery {
  type?: string;
  payment_intent_id?: string;
  payment_intent?: string;
  limit?: string;
}

export async function readEventFilter(store: Store, query: EventQuery) {
  const { type, payment_intent_id: named, limit } = query;
  const filter = {
    types: type === undefined ? undefined : readTypes(type),
    intentId: readQueryId(
      'pi',
      named === undefined ? 'payment_intent' : 'payment_intent_id',
      readRenamed(query, 'payment_intent_id', 'payment_intent'),
    ),
    limit: Number(limit ?? LIMITS.eventPageSizeDefault),
  };
  if (named !== undefined) await getIntent(store, filter.intentId);
  return filter;
}

function readTypes(text: string): string[] {
  const types = [...new Set(text.split(','))];
  if (types.length > LIMITS.eventTypesMax) throw invalidQuery('type', `at most ${LIMITS.eventTypesMax} types`);
  const unknown = findUnknownTypes(types);
  if (unknown.length === 0) return types;
  const detail = unknown.map((one) => one.detail).join(' ');
  throw new Problem('validation_failed', 'The query is invalid.', {
    errors: [{ parameter: 'type', code: 'invalid_value', detail }],
  });
}
