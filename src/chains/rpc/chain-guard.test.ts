import { describe, expect, it } from 'vitest';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { ChainGuard } from './chain-guard.ts';

const OTHER_CHAIN = new ChainError('distrusted', 'another chain');

/** Nodes that answer in turn, and whether each one is on the right chain. */
function setUp() {
  const rpc = { connection: 0 };
  const state = { checks: 0, isRight: true };
  const guard = new ChainGuard(rpc, async () => {
    state.checks += 1;
    if (!state.isRight) throw OTHER_CHAIN;
    return `facts ${state.checks}`;
  });
  return { rpc, state, guard };
}

const echo = async (facts: string) => facts;

describe('ChainGuard', () => {
  it('checks once, and passes on what the check found', async () => {
    const { state, guard } = setUp();
    expect(await guard.run(echo)).toBe('facts 1');
    expect(await guard.run(echo)).toBe('facts 1');
    expect(state.checks).toBe(1);
    expect(await guard.recheck(echo)).toBe('facts 2');
  });

  it('runs nothing on another chain, and checks again the next time', async () => {
    const { state, guard } = setUp();
    state.isRight = false;
    let ran = 0;
    const work = async () => void (ran += 1);
    await expect(guard.run(work)).rejects.toBe(OTHER_CHAIN);
    await expect(guard.run(work)).rejects.toBe(OTHER_CHAIN);
    expect([ran, state.checks]).toEqual([0, 2]);
    state.isRight = true;
    await guard.run(work);
    expect(ran).toBe(1);
  });

  it('checks again after the nodes failed, but not after another error', async () => {
    const { state, guard } = setUp();
    const failWith = async (error: Error) => {
      const failing = async () => {
        throw error;
      };
      await expect(guard.run(failing)).rejects.toBe(error);
    };
    await failWith(new Error('the payer has no money'));
    await guard.run(echo);
    expect(state.checks).toBe(1);
    await failWith(new ChainError('away', 'no answer'));
    await guard.run(echo);
    expect(state.checks).toBe(2);
  });

  it('checks another node that took over before the work', async () => {
    const { rpc, state, guard } = setUp();
    await guard.run(echo);
    rpc.connection += 1;
    expect(await guard.run(echo)).toBe('facts 2');
    rpc.connection += 1;
    state.isRight = false;
    await expect(guard.run(echo)).rejects.toBe(OTHER_CHAIN);
  });

  it('repeats work during which another node took over, and returns nothing from a node on another chain', async () => {
    const { rpc, state, guard } = setUp();
    let runs = 0;
    const interrupted = async (facts: string) => {
      runs += 1;
      if (runs === 1) rpc.connection += 1;
      return facts;
    };
    expect(await guard.run(interrupted)).toBe('facts 2');
    expect(runs).toBe(2);
    const lured = async () => {
      rpc.connection += 1;
      state.isRight = false;
    };
    await expect(guard.run(lured)).rejects.toBe(OTHER_CHAIN);
  });

  it('gives up when the nodes take turns without end', async () => {
    const { rpc, guard } = setUp();
    const never = async () => void (rpc.connection += 1);
    await expect(guard.run(never)).rejects.toMatchObject({ name: 'ChainError', kind: 'away' });
  });
});
