import { describe, expect, it } from 'vitest';
import { NETWORKS } from '../networks/network.ts';
import {
  type ChainTip,
  confirmationsRequired,
  countConfirmations,
  type FinalityRequirement,
  isFulfilled,
  isSettled,
} from './finality-requirement.ts';

const at = (height: number, timeMs?: number) => ({ height, timeMs });
const fulfilledAt = (requirement: FinalityRequirement, heights: number[], tip: ChainTip) =>
  heights.filter((height) => isFulfilled(requirement, at(height), tip));

const shown = (requirement: FinalityRequirement, tip: ChainTip) =>
  `${countConfirmations(requirement, at(98, 0), tip)} of ${confirmationsRequired(requirement)}`;

describe('a requirement', () => {
  it('in blocks counts the block itself', () => {
    expect(isFulfilled({ blocks: 3 }, at(98), { tipHeight: 99 })).toBe(false);
    expect(isFulfilled({ blocks: 3 }, at(98), { tipHeight: 100 })).toBe(true);
  });

  it('by a tag holds up to the height that the chain gives it', () => {
    const tip = { tipHeight: 100, safeHeight: 90, finalizedHeight: 80 };
    expect(fulfilledAt({ tag: 'finalized' }, [80, 81, 90, 91], tip)).toEqual([80]);
    expect(fulfilledAt({ tag: 'safe' }, [80, 90, 91], tip)).toEqual([80, 90]);
  });

  it('by a tag that the chain does not report is never fulfilled', () => {
    expect(fulfilledAt({ tag: 'finalized' }, [1], { tipHeight: 1_000 })).toEqual([]);
    expect(fulfilledAt({ tag: 'safe' }, [1], { tipHeight: 1_000 })).toEqual([]);
    expect(fulfilledAt({ tag: 'safe' }, [1], { tipHeight: 1_000, finalizedHeight: 1 }), 'finalized is safe').toEqual([
      1,
    ]);
  });

  it('in seconds counts from the block to the tip, by the chain’s clock', () => {
    const tip = { tipHeight: 1_000, tipTimeMs: 50_000 };
    expect(isFulfilled({ seconds: 10 }, at(995, 40_000), tip)).toBe(true);
    expect(isFulfilled({ seconds: 10 }, at(995, 40_001), tip)).toBe(false);
    expect(isFulfilled({ seconds: 60 }, at(1, 0), tip)).toBe(false);
  });

  it('in seconds is not fulfilled while a time is unknown', () => {
    expect(isFulfilled({ seconds: 10 }, at(1, 0), { tipHeight: 1_000, finalizedHeight: 1_000 })).toBe(false);
    expect(isFulfilled({ seconds: 10 }, at(1), { tipHeight: 1_000, tipTimeMs: 50_000 })).toBe(false);
  });

  it.each<[FinalityRequirement, ChainTip]>([
    [{ blocks: 3, agreed: true }, { tipHeight: 100 }],
    [
      { seconds: 10, agreed: true },
      { tipHeight: 100, tipTimeMs: 10_000 },
    ],
    [
      { tag: 'safe', agreed: true },
      { tipHeight: 100, safeHeight: 98 },
    ],
  ])('%j is settled without the nodes, and fulfilled up to where they agree', (requirement, tip) => {
    const block = at(98, 0);
    expect(isSettled(requirement, block, tip)).toBe(true);
    expect(
      [undefined, 97, 98].map((agreedHeight) => isFulfilled(requirement, block, { ...tip, agreedHeight })),
    ).toEqual([false, false, true]);
    const early = { tipHeight: 98, tipTimeMs: 0, agreedHeight: 98 };
    expect(isFulfilled(requirement, block, early), 'agreement alone is not enough').toBe(false);
  });
});

describe('the confirmations that people see', () => {
  it('are blocks where blocks are counted', () => {
    expect([97, 98, 99, 100, 150].map((tipHeight) => shown({ blocks: 3 }, { tipHeight }))).toEqual([
      '0 of 3',
      '1 of 3',
      '2 of 3',
      '3 of 3',
      '3 of 3',
    ]);
  });

  it('are the block and finality where they are not, so that a payment in a block never looks unseen', () => {
    expect(shown({ tag: 'finalized' }, { tipHeight: 97 })).toBe('0 of 2');
    expect(shown({ tag: 'finalized' }, { tipHeight: 500 })).toBe('1 of 2');
    expect(shown({ tag: 'finalized' }, { tipHeight: 500, finalizedHeight: 98 })).toBe('2 of 2');
    expect(shown({ seconds: 10 }, { tipHeight: 98, tipTimeMs: 0 })).toBe('1 of 2');
    expect(shown({ seconds: 10 }, { tipHeight: 99, tipTimeMs: 10_000 })).toBe('2 of 2');
  });

  it('are complete only once the nodes agree', () => {
    expect(shown({ blocks: 1, agreed: true }, { tipHeight: 500 })).toBe('1 of 2');
    expect(shown({ blocks: 3, agreed: true }, { tipHeight: 500 })).toBe('3 of 4');
    expect(shown({ blocks: 3, agreed: true }, { tipHeight: 500, agreedHeight: 98 })).toBe('4 of 4');
  });
});

describe('the descriptor of', () => {
  it.each(Object.values(NETWORKS))('$name never gets looser as the worth grows', ({ finality }) => {
    const strictness = finality.map((requirement) => {
      if ('blocks' in requirement) return requirement.blocks;
      if ('seconds' in requirement) return requirement.seconds / 1_000;
      return requirement.tag === 'safe' ? 1_000 : 2_000;
    });
    expect(strictness).toEqual([...strictness].sort((a, b) => a - b));
  });

  it.each(Object.values(NETWORKS))('$name links to an explorer by https, or to none', ({ explorer, livemode }) => {
    if (livemode) expect(explorer).toBeDefined();
    if (!explorer) return;
    expect(explorer.tx).toMatch(/^https:\/\/[a-z.]+\/.*\{tx\}/);
    expect(explorer.address).toMatch(/^https:\/\/[a-z.]+\/.*\{address\}/);
  });

  it('Ethereum, Base and Arbitrum share a coin and not their finality', () => {
    const { ethereum, base, arbitrum } = NETWORKS;
    expect([ethereum.coin, base.coin, arbitrum.coin]).toEqual(['ETH', 'ETH', 'ETH']);
    expect(ethereum.finality[0]).toEqual({ blocks: 3 });
    expect(base.finality[0]).toEqual({ seconds: 10 });
    expect(arbitrum.finality[2]).toEqual({ tag: 'safe' });
  });
});
