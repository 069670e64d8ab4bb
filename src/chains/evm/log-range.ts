const BLOCKS_MAX = 2_000;
/** How long a size that the node rejected is not tried again. */
const REJECTED_MS = 10 * 60 * 1_000;
/** A response that took longer, or has more logs, is a reason to ask for less. */
const RESPONSE_MS_MAX = 4_000;
const LOGS_MAX = 5_000;

/**
 * How many blocks one `eth_getLogs` asks for. Providers allow between ten and ten thousand blocks, and few say how many.
 * The range halves when a node rejects it or answers slowly, and grows again to just below what was rejected.
 */
export class LogRange {
  #blocks = BLOCKS_MAX;
  #rejected: { blocks: number; atMs: number } | undefined;
  #unreadableBlock: number | undefined;

  get blocks(): number {
    return this.#blocks;
  }

  /** Returns false if the range cannot be smaller. */
  reject(blocks: number, nowMs: number): boolean {
    this.#rejected = { blocks, atMs: nowMs };
    this.shrink(blocks);
    return blocks > 1;
  }

  /** After no response at all, which may have been too large or too slow. */
  shrink(blocks: number): void {
    this.#blocks = Math.max(1, Math.floor(blocks / 2));
  }

  /** After no logs even of a single block. */
  giveUpOn(height: number): void {
    this.#unreadableBlock = height;
  }

  /** Whether a block has more logs than the node returns, so that it is asked only for those that can be money. */
  isUnreadable(height: number): boolean {
    return this.#unreadableBlock === height;
  }

  /** Only the response to a full range says that more may be possible. */
  accept(response: { blocks: number; logs: number; tookMs: number }, nowMs: number): void {
    if (response.tookMs > RESPONSE_MS_MAX || response.logs > LOGS_MAX) {
      this.shrink(response.blocks);
      return;
    }
    if (response.blocks < this.#blocks) return;
    const { blocks, atMs } = this.#rejected ?? { blocks: Number.POSITIVE_INFINITY, atMs: nowMs };
    const isOver = nowMs - atMs >= REJECTED_MS;
    const halfway = isOver ? Number.POSITIVE_INFINITY : Math.floor((this.#blocks + blocks) / 2);
    this.#blocks = Math.min(BLOCKS_MAX, this.#blocks * 2, halfway);
  }
}
