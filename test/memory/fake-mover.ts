import type { MerchantMove, Mover } from '../../src/ports/merchant-moves.ts';

/** Records what it is told, and fails or dies where a test wants it to. */
export class FakeMover implements Mover {
  readonly calls: string[] = [];
  failsBefore: 'leaving' | 'arrival' | 'switch' | undefined;
  broken: string[] = [];
  left = new Set<string>();
  arrived = new Set<string>();

  exclusively<Result>(_: unknown, work: () => Promise<Result>): Promise<Result> {
    return work();
  }

  async transfer(move: MerchantMove, { onSwitch }: { onSwitch: () => Promise<void> }) {
    this.calls.push('transfer');
    if (this.failsBefore === 'leaving') throw new Error('cut off');
    this.left.add(move.id);
    if (this.failsBefore === 'arrival') throw new Error('cut off');
    this.arrived.add(move.id);
    if (this.failsBefore === 'switch') throw new Error('cut off');
    await onSwitch();
    return { rows: 7, heldMs: 20 };
  }

  async abandon({ id }: MerchantMove) {
    if (this.left.has(id)) return false;
    this.calls.push('abandon');
    return true;
  }

  async hasArrived({ id }: MerchantMove) {
    return this.arrived.has(id);
  }

  async reopen() {
    this.calls.push('reopen');
  }

  async listBrokenRules() {
    return this.broken;
  }

  async cleanUp() {
    this.calls.push('cleanUp');
  }
}
