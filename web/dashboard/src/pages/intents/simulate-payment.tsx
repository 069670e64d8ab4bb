import { useMutation } from '@tanstack/react-query';
import { intentKeys } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Intent, SimulateKind } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

const KINDS: { kind: SimulateKind; label: string; what: string }[] = [
  { kind: 'full', label: 'Full', what: 'exactly what is due' },
  { kind: 'partial', label: 'Partial', what: 'less than is due' },
  { kind: 'over', label: 'Over', what: 'more than is due' },
  { kind: 'late', label: 'Late', what: 'once time ran out' },
  { kind: 'wrong_asset', label: 'Wrong asset', what: 'something else than was asked for' },
  { kind: 'replace', label: 'Replaced', what: 'seen, then spent otherwise' },
  { kind: 'reorg', label: 'Reorganised', what: 'its block is lost, and found again' },
  { kind: 'deep_reorg', label: 'Undone', what: 'final, then taken back' },
];

/** Test mode only: pays on the simulated chain as a customer would. */
export function SimulatePayment({ intent }: { intent: Intent }) {
  const simulate = useMutation({
    mutationFn: (kind: SimulateKind) =>
      client.call('POST /{mode}/payment_intents/{payment_intent_id}/simulate', {
        path: { mode: 'test', payment_intent_id: intent.id },
        body: { kind },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: intentKeys.one('test', intent.id) }),
  });
  return (
    <Card title="Simulate a payment" lead="Pays on the simulated chain, as a customer would.">
      <div className="flex flex-col gap-3">
        <div className="grid grid-cols-2 gap-2">
          {KINDS.map(({ kind, label, what }) => (
            <Button
              key={kind}
              className="h-auto flex-col items-start gap-0 py-1.5"
              disabled={simulate.isPending}
              busy={simulate.isPending && simulate.variables === kind}
              onClick={() => simulate.mutate(kind)}
            >
              {label}
              <span className="text-left text-xs font-normal whitespace-normal text-soft">{what}</span>
            </Button>
          ))}
        </div>
        <ErrorNotice error={simulate.error} />
      </div>
    </Card>
  );
}
