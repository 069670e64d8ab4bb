import type { Static } from 'typebox';
import type { Intent } from '../../domain/intents/intent.ts';
import { type JsonText, type MemberTexts, toJsonText } from '../server/json-text.ts';
import type { CreatedSchema } from './intent-schema.ts';
import { serializeNewIntent } from './present-intent.ts';

export type CreatedAnswer = Static<typeof CreatedSchema>;

export const CREATED_MESSAGE = 'Payment intent created.';

const message = toJsonText(CREATED_MESSAGE);

/**
 * The answer to a create request. It contains the whole intent if its checkout URL is given. The text is written by hand,
 * because every create request needs it and building it from an object takes ten times as long.
 */
export function serializeCreated(intent: Intent, checkoutUrl: string | undefined): JsonText<CreatedAnswer> {
  const members: MemberTexts<CreatedAnswer['payment_intent_response']> = {
    message,
    // An ID contains no character that JSON escapes.
    payment_intent_id: `"${intent.id}"` as JsonText<string>,
    ...(checkoutUrl === undefined ? {} : { payment_intent: serializeNewIntent(intent, checkoutUrl) }),
  };
  const { payment_intent_id: id, payment_intent: whole } = members;
  const more = whole === undefined ? '' : `,"payment_intent":${whole}`;
  return `{"payment_intent_response":{"message":${members.message},"payment_intent_id":${id}${more}}}` as JsonText<CreatedAnswer>;
}
