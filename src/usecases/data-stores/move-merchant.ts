import { type DataStoreId, type MerchantId, makeId, uuidOf } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { UserError } from '../../domain/user-error.ts';
import type { MerchantMove, Moved, Mover } from '../../ports/merchant-moves.ts';
import type { Ports } from '../../ports/ports.ts';

/** Every process knows of the move by then. */
const ANNOUNCE_MS = 1_500;
/**
 * Requests that read in the old store when the switch came are over by then, and nobody remembers the old place: until the
 * move has ended, it is looked up for every use.
 */
const MEMORY_MS = Math.max(LIMITS.answerMsMax, LIMITS.keyCacheMs + LIMITS.principalCacheMs);

export type MovePorts = Pick<Ports, 'clock' | 'random' | 'merchants' | 'moves' | 'dataStores'> & { mover: Mover };

export interface MoveOrder {
  merchantId: MerchantId;
  /** `back` is the store that an unfinished move came from. */
  to: DataStoreId | 'main' | 'back';
  actor: string;
  report: (text: string) => void;
}

/** What happened, for the operator. Undefined if the merchant was there already. */
export interface MoveResult {
  to: DataStoreId | undefined;
  moved: Moved | undefined;
}

/**
 * Moves a merchant with all its data to another data store, while its payments go on. If it is interrupted, the next call
 * finishes what was switched and starts the rest over.
 */
export function moveMerchant(ports: MovePorts, order: MoveOrder): Promise<MoveResult> {
  return ports.mover.exclusively(order.merchantId, async () => {
    const unfinished = await ports.moves.find(order.merchantId);
    const to = await readStore(ports, order.to, unfinished);
    if (unfinished) await settle(ports, unfinished, order);
    const merchant = await ports.merchants.find(order.merchantId);
    if (!merchant) throw new UserError(`There is no merchant ${order.merchantId}.`, 'not_found');
    if (merchant.dataStoreId === to) return { to, moved: undefined };
    const nowMs = ports.clock.nowMs();
    const move: MerchantMove = {
      id: uuidOf(makeId('move', nowMs, ports.random.bytes(10))),
      merchantId: merchant.id,
      from: merchant.dataStoreId,
      to,
      state: 'copying',
      startedAtMs: nowMs,
    };
    await ports.moves.start(move);
    await ports.clock.sleep(ANNOUNCE_MS);
    const moved = await transfer(ports, move, order);
    order.report(`Moved ${moved.rows} rows. Writes were held for ${moved.heldMs} ms.`);
    await finish(ports, move, order);
    return { to, moved };
  });
}

async function readStore(
  ports: MovePorts,
  to: MoveOrder['to'],
  unfinished: MerchantMove | undefined,
): Promise<DataStoreId | undefined> {
  if (to === 'main') return undefined;
  if (to === 'back') {
    if (!unfinished) throw new UserError('This merchant has no unfinished move. Name the data store to move it to.');
    return unfinished.from;
  }
  if (!(await ports.dataStores.find(to))) throw new UserError(`There is no data store ${to}.`, 'not_found');
  return to;
}

async function transfer(ports: MovePorts, move: MerchantMove, order: MoveOrder): Promise<Moved> {
  try {
    return await ports.mover.transfer(move, { report: order.report, onSwitch: () => switchTo(ports, move, order) });
  } catch (error) {
    // If this fails too, the next call does it.
    await settle(ports, move, order).catch(() => undefined);
    throw error;
  }
}

/**
 * Ends a move that was interrupted: forward if its copy has arrived, and back otherwise. A move that has not closed the old
 * store goes back without the new one, which may be down.
 */
async function settle(ports: MovePorts, move: MerchantMove, order: MoveOrder): Promise<void> {
  if (move.state === 'copying') {
    const isOpen = await ports.mover.abandon(move);
    if (isOpen || !(await ports.mover.hasArrived(move))) {
      if (!isOpen) await ports.mover.reopen(move);
      await ports.moves.end(move);
      return;
    }
    await switchTo(ports, move, order);
  }
  await finish(ports, move, order);
}

const switchTo = (ports: MovePorts, move: MerchantMove, { actor }: MoveOrder): Promise<void> =>
  ports.moves.switch(move, {
    actor,
    action: 'merchant.store_set',
    merchantId: move.merchantId,
    subject: move.merchantId,
    details: { from: move.from ?? 'main', to: move.to ?? 'main' },
    atMs: ports.clock.nowMs(),
  });

/** The old copy is deleted only if the new one keeps all rules. */
async function finish(ports: MovePorts, move: MerchantMove, { report }: MoveOrder): Promise<void> {
  report('Switched. Checking the new copy.');
  const [broken] = await Promise.all([ports.mover.listBrokenRules(move), ports.clock.sleep(MEMORY_MS)]);
  if (broken.length > 0) {
    throw new UserError(
      `The data of ${move.merchantId} in its new store breaks rules, so the old copy was kept:\n${broken.join('\n')}`,
    );
  }
  report('Deleting the old copy.');
  await ports.mover.cleanUp(move);
  await ports.moves.end(move);
}
