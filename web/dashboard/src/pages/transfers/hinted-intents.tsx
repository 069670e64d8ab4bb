import { useQueries } from '@tanstack/react-query';
import type { Transfer } from '../../api/generated.ts';
import { intentQuery } from '../../api/queries.ts';
import type { Intent, Mode } from '../../api/types.ts';
import { describeDifference } from '../../format/transfer.ts';
import { ClaimBadge } from '../../ui/badge.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { type IntentChoice, IntentPicker } from './intent-picker.tsx';

interface HintedIntentsProps {
  mode: Mode;
  transfer: Transfer;
  selected: string | null;
  onSelect: (intent: Intent) => void;
}

/** The payments that customers claim the transfer for, and those that wait for a similar amount. */
export function HintedIntents({ mode, transfer, selected, onSelect }: HintedIntentsProps) {
  const { claims, more_claims: more, suggestions, asset } = transfer;
  const claimed = new Set(claims.map((claim) => claim.payment_intent_id));
  const similar = suggestions.filter((suggestion) => !claimed.has(suggestion.payment_intent_id));
  const ids = [...claimed, ...similar.map((suggestion) => suggestion.payment_intent_id)];
  const found = useQueries({ queries: ids.map((id) => intentQuery(mode, id)) });
  const intents = new Map(found.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])));
  const choicesOf = <Hint extends { payment_intent_id: string }>(
    hints: readonly Hint[],
    noteOf: (hint: Hint) => IntentChoice['note'],
  ): IntentChoice[] =>
    hints.flatMap((hint) => {
      const intent = intents.get(hint.payment_intent_id);
      return intent === undefined ? [] : [{ intent, note: noteOf(hint) }];
    });
  const claimChoices = choicesOf(claims, ({ claimed_at: at, proof }) => (
    <>
      <ClaimBadge proven={proof !== null} />
      <span>
        claimed <TimeAgo at={at} />
      </span>
      {proof === null ? null : <span className="font-mono text-xs break-all text-soft">{proof.address}</span>}
    </>
  ));
  const similarChoices = choicesOf(similar, (suggestion) => describeDifference(suggestion, asset ?? ''));
  return (
    <>
      {claimChoices.length === 0 ? null : (
        <IntentPicker
          legend="Claimed by customers"
          hint="Anyone with an open payment can claim a transfer. Proven: the account that sent it signed the claim."
          choices={claimChoices}
          selected={selected}
          onSelect={onSelect}
        />
      )}
      {more === 0 ? null : (
        <p className="text-xs text-soft">
          And {more} more that {more === 1 ? 'is' : 'are'} not listed. If the payment is not here, search for it.
        </p>
      )}
      {similarChoices.length === 0 ? null : (
        <IntentPicker
          legend="Waiting for a similar amount"
          hint="An exchange may have deducted its fee."
          choices={similarChoices}
          selected={selected}
          onSelect={onSelect}
        />
      )}
    </>
  );
}
