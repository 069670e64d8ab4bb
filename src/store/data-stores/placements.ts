import type { DataStoreId, MerchantId } from '../../domain/ids.ts';
import type { MerchantMove, MerchantMoves } from '../../ports/merchant-moves.ts';
import type { Merchants } from '../../ports/merchants.ts';

/** What is known about moves is read again at this age, while requests go on with it. */
const REFRESH_MS = 400;
/** Nobody uses what is older. A move waits for longer than this before it holds writes. */
const MOVES_KNOWN_MS_MAX = 1_000;

interface PlacementPorts {
  moves: Pick<MerchantMoves, 'list'>;
  merchants: Pick<Merchants, 'find'>;
}

/**
 * Knows which merchants are on the move. Callers remember for some seconds where a merchant's data is, so while it moves,
 * and until the memories from before are over, its place is read for every use.
 */
export class Placements {
  readonly #ports: PlacementPorts;
  #moving: ReadonlyMap<MerchantId, MerchantMove> = new Map();
  #readAtMs = -Infinity;
  #reading: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #onMove: (move: MerchantMove) => void = () => undefined;

  constructor(ports: PlacementPorts) {
    this.#ports = ports;
  }

  /** Calls `onMove` when a merchant begins to move, has switched, and when its move has ended, also while nobody asks. */
  start(onMove: (move: MerchantMove) => void): void {
    this.#onMove = onMove;
    this.#timer = setInterval(() => void this.#readOnce().catch(() => undefined), MOVES_KNOWN_MS_MAX).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** A promise only if what is known is too old. */
  isMoving(merchantId: MerchantId): boolean | Promise<boolean> {
    const ageMs = performance.now() - this.#readAtMs;
    if (ageMs <= REFRESH_MS) return this.#moving.has(merchantId);
    const reading = this.#readOnce();
    if (ageMs > MOVES_KNOWN_MS_MAX) return reading.then(() => this.#moving.has(merchantId));
    // If it fails, and goes on failing, the next one to ask hears of it.
    reading.catch(() => undefined);
    return this.#moving.has(merchantId);
  }

  async find(merchantId: MerchantId): Promise<DataStoreId | undefined> {
    return (await this.#ports.merchants.find(merchantId))?.dataStoreId;
  }

  #readOnce(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const startedAtMs = performance.now();
    const moving = new Map((await this.#ports.moves.list()).map((move) => [move.merchantId, move]));
    const before = this.#moving;
    this.#moving = moving;
    this.#readAtMs = startedAtMs;
    const either = [...before.values(), ...moving.values()];
    const changed = either.filter(({ merchantId: id }) => moving.get(id)?.state !== before.get(id)?.state);
    for (const move of new Map(changed.map((one) => [one.merchantId, one])).values()) this.#onMove(move);
  }
}
