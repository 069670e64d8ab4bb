import { describe, expect, it } from 'vitest';
import { ASSETS_ON_NETWORKS } from '../../domain/money/asset.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import { renderOutput } from '../render-output.ts';
import { networkTable } from './network-table.ts';
import type { NetworkRow } from './present-network-row.ts';

const NOW_MS = Date.UTC(2026, 10, 16, 12);
const ago = (seconds: number) => new Date(NOW_MS - seconds * 1_000).toISOString();

const row = (change: Partial<NetworkRow> = {}): NetworkRow => ({
  name: 'base',
  state: 'ok',
  cause: null,
  newest_block: { height: 33_812_007, time: ago(2) },
  read_at: ago(3),
  since: null,
  nodes: [
    { name: 'node.example', state: 'ok', reason: null, calls_per_second: null },
    { name: 'other.example', state: 'failing', reason: 'did not respond', calls_per_second: null },
  ],
  assets: ['ETH', 'USDC'],
  turn_on: null,
  detail: 'last read 3 s ago',
  ...change,
});

const linesOf = (rows: readonly NetworkRow[], isTerminal = true) =>
  renderOutput({ json: null, text: networkTable(rows, NOW_MS) }, { json: false, isTerminal, usesColor: false })
    .trimEnd()
    .split('\n');

describe('networkTable', () => {
  it('shows state, newest block, age, lag, working nodes and assets', () => {
    expect(linesOf([row()], false)).toEqual(['base\tok\t33812007\t2 s\t3 s\t1/2\tETH USDC']);
  });

  it('shows nothing that is not known of a network that is off', () => {
    const off = row({ state: 'unwatched', newest_block: null, nodes: [], turn_on: 'FLORIN_RPC_BASE=https://…' });
    expect(linesOf([off], false)).toEqual(['base\toff\t-\t-\t-\t-\tETH USDC']);
  });

  it.each([
    ['ok', null, 'ok'],
    ['ok', 'rate_limited', 'slowed'],
    ['delayed', 'behind', 'delayed'],
    ['delayed', 'rate_limited', 'delayed'],
    ['delayed', 'nodes_away', 'unreachable'],
    ['distrusted', 'nodes_contradict', 'distrusted'],
    ['unwatched', null, 'off'],
  ])('calls %s because of %s %s', (state, cause, word) => {
    expect(linesOf([row({ state, cause })], false)[0]?.split('\t')[1]).toBe(word);
  });

  it('clips assets, and says how many more there are', () => {
    const assets = ['ETH', 'USDC', 'USDT', 'DAI', 'EURC'];
    expect(linesOf([row({ assets })], false)[0]).toMatch(/\tETH USDC \+3$/);
    expect(linesOf([row({ assets: ['A_VERY_LONG_CODE', 'B'] })], false)[0]).toMatch(/\t2 assets$/);
  });

  it('is at most 80 columns wide with every network and the longest values', () => {
    const rows = Object.values(NETWORKS).map(({ name }) =>
      row({
        name,
        state: 'delayed',
        cause: 'nodes_away',
        newest_block: { height: 999_999_999, time: ago(7_199) },
        read_at: ago(7_199),
        nodes: Array.from({ length: 10 }, () => ({ name: 'n', state: 'ok', reason: null, calls_per_second: null })),
        assets: ASSETS_ON_NETWORKS.filter(({ network }) => network === name).map(({ code }) => code),
      }),
    );
    expect(Math.max(...linesOf(rows).map(({ length }) => length))).toBeLessThanOrEqual(80);
  });
});
