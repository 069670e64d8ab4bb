import type { Static } from 'typebox';
import type { Intent } from '../../domain/intents/intent.ts';
import { type JsonText, joinMembers, toJsonText } from '../server/json-text.ts';
import type { CreatedSchema } from './intent-schema.ts';
import { serializeNewIntent } from './present-intent.ts';

export type CreatedAnswer = Static<typeof CreatedSchema>;

export const CREATED_MESSAGE = 'Payment intent created.';

const message = toJsonText(CREATED_MESSAGE);

/** The answer to a create request. It contains the whole intent if its checkout URL is given. */
export const serializeCreated = (intent: Intent, checkoutUrl: string | undefined): JsonText<CreatedAnswer> =>
  joinMembers<CreatedAnswer>({
    payment_intent_response: joinMembers<CreatedAnswer['payment_intent_response']>({
      message,
      payment_intent_id: toJsonText(intent.id),
      ...(checkoutUrl === undefined ? {} : { payment_intent: serializeNewIntent(intent, checkoutUrl) }),
    }),
  });
