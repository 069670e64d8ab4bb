import { useEffect, useRef, useState } from 'react';
import type { Intent } from '../../api/types.ts';
import { formatMoney } from '../../format/money.ts';
import { useAnnounce } from '../../shell/announcer.tsx';

const NONE: ReadonlySet<string> = new Set();

/** The IDs of rows that appeared while the page was open; they are highlighted and announced. `listKey` identifies the list. */
export function useNewIntents(rows: Intent[] | undefined, listKey: string): ReadonlySet<string> {
  const previous = useRef<{ listKey: string; ids: Set<string> } | null>(null);
  const [newIds, setNewIds] = useState(NONE);
  const announce = useAnnounce();
  useEffect(() => {
    if (!rows) return;
    const before = previous.current?.listKey === listKey ? previous.current.ids : null;
    previous.current = { listKey, ids: new Set(rows.map(({ id }) => id)) };
    if (!before) {
      setNewIds(NONE);
      return;
    }
    const added = rows.filter(({ id }) => !before.has(id));
    const [first] = added;
    if (!first) return;
    setNewIds(new Set(added.map(({ id }) => id)));
    announce(
      added.length === 1
        ? `New payment: ${formatMoney(first.total_amount, first.currency_displayed)} from ${first.customer.name}`
        : `${added.length} new payments`,
    );
  }, [rows, listKey, announce]);
  return newIds;
}
