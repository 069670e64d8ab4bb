import { type Cursor, readCursor, writeCursor } from './scan-cursor.ts';

/**
 * Every wallet has its own positions, so both cursors go on side by side. A wallet that both have is read from its beginning:
 * each may have handled what the other has not.
 */
export function earlierCursor(one: string, other: string): string {
  const [a, b] = [readCursor(one), readCursor(other)];
  const own = [onlyIn(a, b), onlyIn(b, a)];
  return writeCursor({
    tipSlot: Math.min(a.tipSlot, b.tipSlot),
    wallets: Object.assign({}, ...own.map(({ wallets }) => wallets)) as Cursor['wallets'],
    marks: Object.assign({}, ...own.map(({ marks }) => marks)) as Cursor['marks'],
  });
}

function onlyIn(cursor: Cursor, other: Cursor): Pick<Cursor, 'wallets' | 'marks'> {
  const wallets = Object.entries(cursor.wallets).filter(([wallet]) => other.wallets[wallet] === undefined);
  const accounts = wallets.flatMap(([wallet, { tokenAccounts }]) => [wallet, ...tokenAccounts]);
  const marks = accounts.flatMap((account) => {
    const mark = cursor.marks[account];
    return mark === undefined ? [] : [[account, mark] as const];
  });
  return { wallets: Object.fromEntries(wallets), marks: Object.fromEntries(marks) };
}
