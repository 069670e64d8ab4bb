import { describe, expect, it } from 'vitest';
import { NETWORKS } from '../networks/network.ts';
import { confirmationsRequired, isFulfilled } from './finality-requirement.ts';

describe('a requirement', () => {
  it('in blocks counts the block itself', () => {
    expect(isFulfilled({ blocks: 3 }, 98, { tipHeight: 99 })).toBe(false);
    expect(isFulfilled({ blocks: 3 }, 98, { tipHeight: 100 })).toBe(true);
  });

  it('by a tag holds up to the height that the chain gives it', () => {
    const tip = { tipHeight: 100, safeHeight: 90, finalizedHeight: 80 };
    expect([80, 81, 90, 91].map((height) => isFulfilled({ tag: 'finalized' }, height, tip))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([80, 90, 91].map((height) => isFulfilled({ tag: 'safe' }, height, tip))).toEqual([true, true, false]);
  });

  it('by a tag that the chain does not report is never fulfilled', () => {
    expect(isFulfilled({ tag: 'finalized' }, 1, { tipHeight: 1_000 })).toBe(false);
    expect(isFulfilled({ tag: 'safe' }, 1, { tipHeight: 1_000 })).toBe(false);
    expect(isFulfilled({ tag: 'safe' }, 1, { tipHeight: 1_000, finalizedHeight: 1 }), 'finalized is safe').toBe(true);
  });

  it('in seconds is not fulfilled while no adapter reports the time of the tip', () => {
    expect(isFulfilled({ seconds: 10 }, 1, { tipHeight: 1_000, finalizedHeight: 1_000 })).toBe(false);
  });

  it('shows one confirmation where it is not counted in blocks', () => {
    expect(confirmationsRequired({ blocks: 6 })).toBe(6);
    expect(confirmationsRequired({ tag: 'finalized' })).toBe(1);
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
