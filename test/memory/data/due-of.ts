import type { IntentId } from '../../../src/domain/ids.ts';
import type { ComparableClaim } from '../../../src/domain/transfers/compare-claims.ts';
import type { Tables } from './tables.ts';

/** What an intent asks for. */
export function dueOf({ intents }: Tables, id: IntentId): ComparableClaim['due'] {
  const intent = intents.get(id)?.intent;
  return intent && { asset: intent.asset, amount: intent.cryptoAmount };
}
