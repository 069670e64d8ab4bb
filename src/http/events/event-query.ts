import { Type } from 'typebox';
import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';
import { findUnknownTypes } from '../../domain/webhooks/find-unknown-types.ts';
import { invalidQuery } from '../server/invalid-query.ts';
import { readQueryId } from '../server/read-query-id.ts';

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
  payment_intent: Type.Optional(
    Type.String({
      pattern: '^pi_[0-9A-Za-z]{22}$',
      description: 'Only events of this payment intent.',
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
  payment_intent?: string;
  limit?: string;
}

export const readEventFilter = ({ type, payment_intent: intent, limit }: EventQuery) => ({
  types: type === undefined ? undefined : readTypes(type),
  intentId: readQueryId('pi', 'payment_intent', intent),
  limit: Number(limit ?? LIMITS.eventPageSizeDefault),
});

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
