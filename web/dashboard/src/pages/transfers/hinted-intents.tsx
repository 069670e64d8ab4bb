import { useQueries } from '@tanstack/react-query';
import type { Transfer } from '../../api/generated.ts';
import { intentQuery } from '../../api/queries.ts';
import type { Intent, Mode } from '../../api/types.ts';
import { describeAssignment, describeElsewhere, describeSuggestion } from '../../format/assignment.ts';
import { ClaimBadge } from '../../ui/badge.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { type IntentChoice, IntentPicker } from './intent-picker.tsx';

interface HintedIntentsProps {
  mode: Mode;
  transfer: Transfer;
  /** Network titles by network name. */
  titles: ReadonlyMap<string, string>;
  selected: string | null;
  onSelect: (intent: Intent) => void;
}

/** The payments that customers claim the transfer for, and the open ones that wait for the nearest amounts. */
export function HintedIntents({ mode, transfer, titles, selected, onSelect }: HintedIntentsProps) {
  const { claims, more_claims: more, suggestions } = transfer;
  const claimed = new Set(claims.map((claim) => claim.payment_intent_id));
  const nearest = suggestions.filter((suggestion) => !claimed.has(suggestion.payment_intent_id));
  const ids = [...claimed, ...nearest.map((suggestion) => suggestion.payment_intent_id)];
  const found = useQueries({ queries: ids.map((id) => intentQuery(mode, id)) });
  const intents = new Map(found.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])));
  const choicesOf = <Hint extends { payment_intent_id: string }>(
    hints: readonly Hint[],
    noteOf: (hint: Hint, intent: Intent) => IntentChoice['note'],
  ): IntentChoice[] =>
    hints.flatMap((hint) => {
      const intent = intents.get(hint.payment_intent_id);
      return intent === undefined ? [] : [{ intent, note: noteOf(hint, intent) }];
    });
  const claimChoices = choicesOf(claims, ({ claimed_at: at, proof }, intent) => (
    <>
      <ClaimBadge proven={proof !== null} />
      <span>
        claimed <TimeAgo at={at} />
      </span>
      {proof === null ? null : <span className="font-mono text-xs break-all text-soft">{proof.address}</span>}
      <span className="basis-full">{describeAssignment(intent, transfer).text}</span>
    </>
  ));
  const nearestChoices = choicesOf(nearest, (suggestion, intent) => {
    const hint =
      suggestion.network === transfer.network
        ? describeSuggestion(suggestion, intent)
        : `The payment ${describeElsewhere(suggestion, titles)}`;
    return `${describeAssignment(intent, transfer).text} ${hint}`.trim();
  });
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
      {nearestChoices.length === 0 ? null : (
        <IntentPicker
          legend="Open payments, nearest amount first"
          choices={nearestChoices}
          selected={selected}
          onSelect={onSelect}
        />
      )}
    </>
  );
}
