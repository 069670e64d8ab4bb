import { useEffect, useRef, useState } from 'react';
import type { Intent } from '../../api/types.ts';
import { formatMoney } from '../../format/money.ts';
import { useAnnounce } from '../../shell/announcer.tsx';

const NONE: ReadonlySet<string> = new Set();

/** Which rows came while the page was open; they are moved in and announced. `place` names the list they belong to. */
export function useNewIntents(rows: Intent[] | undefined, place: string): ReadonlySet<string> {
  const known = useRef<{ place: string; ids: Set<string> } | null>(null);
  const [arrived, setArrived] = useState(NONE);
  const announce = useAnnounce();
  useEffect(() => {
    if (!rows) return;
    const before = known.current?.place === place ? known.current.ids : null;
    known.current = { place, ids: new Set(rows.map(({ id }) => id)) };
    if (!before) {
      setArrived(NONE);
      return;
    }
    const fresh = rows.filter(({ id }) => !before.has(id));
    const [first] = fresh;
    if (!first) return;
    setArrived(new Set(fresh.map(({ id }) => id)));
    announce(
      fresh.length === 1
        ? `New payment: ${formatMoney(first.total_amount, first.currency_displayed)} from ${first.customer.name}`
        : `${fresh.length} new payments`,
    );
  }, [rows, place, announce]);
  return arrived;
}
