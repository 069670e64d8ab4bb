import type { DataStore, MerchantMove } from '../../api/generated.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';

const STATES: Record<MerchantMove['state'], string> = { copying: 'Copying', switched: 'Cleaning up' };

/** Merchants on their way from one data store to another. */
export function MerchantMoves({ moves, stores }: { moves: MerchantMove[]; stores: DataStore[] }) {
  const names = new Map(stores.map(({ id, name }) => [id, name]));
  const nameOf = (id: string) => names.get(id) ?? id;
  return (
    <Card
      title="Merchants on the move"
      lead={
        <>
          If a move was interrupted, run <code className="font-mono text-ink">npx florin merchants move</code> again
          with the same merchant and data store.
        </>
      }
    >
      <ul className="-my-3 divide-y divide-line">
        {moves.map(({ merchant_id: id, from, to, state, started_at: at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-2.5">
            <div className="min-w-0">
              <p className="wrap-anywhere">
                From {nameOf(from)} to {nameOf(to)}
              </p>
              <p className="text-xs text-soft">
                <code className="font-mono break-all">{id}</code>, started <TimeAgo at={at} />
              </p>
            </div>
            <Badge tone="info">{STATES[state]}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
