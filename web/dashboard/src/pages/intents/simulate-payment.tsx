import { useMutation, useQuery } from '@tanstack/react-query';
import { intentKeys, networksQuery } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Intent, SimulateKind } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

const KINDS: { kind: SimulateKind; label: string; hint: string }[] = [
  { kind: 'full', label: 'Full', hint: 'the exact amount due' },
  { kind: 'partial', label: 'Partial', hint: 'less than due' },
  { kind: 'over', label: 'Overpaid', hint: 'more than due' },
  { kind: 'late', label: 'Late', hint: 'after it expires' },
  { kind: 'wrong_asset', label: 'Wrong asset', hint: 'a different asset' },
  { kind: 'replace', label: 'Replaced', hint: 'seen, then double-spent' },
  { kind: 'reorg', label: 'Reorg', hint: 'its block is dropped, then restored' },
  { kind: 'deep_reorg', label: 'Deep reorg', hint: 'final, then reversed' },
];

/** Test mode only: pays on the simulated network as a customer would, if that network has the asset. */
export function SimulatePayment({ intent }: { intent: Intent }) {
  const networks = useQuery(networksQuery('test'));
  const simulated = networks.data?.data.find(({ wallet }) => wallet === 'none');
  const simulate = useMutation({
    mutationFn: (kind: SimulateKind) =>
      client.call('POST /{mode}/payment_intents/{payment_intent_id}/simulate', {
        path: { mode: 'test', payment_intent_id: intent.id },
        body: { kind },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: intentKeys.one('test', intent.id) }),
  });
  if (simulated && !simulated.assets.includes(intent.asset)) {
    return (
      <Card title="Simulate a payment">
        <p className="text-soft wrap-anywhere">
          The {simulated.title.toLowerCase()} does not support {intent.asset}. Create a payment in another asset.
        </p>
      </Card>
    );
  }
  return (
    <Card title="Simulate a payment" lead="Pay on the simulated network, as a customer would.">
      <div className="flex flex-col gap-3">
        <div className="grid grid-cols-2 gap-2">
          {KINDS.map(({ kind, label, hint }) => (
            <Button
              key={kind}
              className="h-auto flex-col items-start justify-start gap-0 py-1.5"
              disabled={simulate.isPending}
              busy={simulate.isPending && simulate.variables === kind}
              onClick={() => simulate.mutate(kind)}
            >
              {label}
              <span className="text-left text-xs font-normal whitespace-normal text-soft">{hint}</span>
            </Button>
          ))}
        </div>
        <ErrorNotice error={simulate.error} />
      </div>
    </Card>
  );
}
