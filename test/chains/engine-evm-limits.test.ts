import { parseUnits } from 'viem';
import { afterEach, describe, expect, it } from 'vitest';
import { send } from '../support/client.ts';
import { waitUntil } from '../support/wait-until.ts';
import { createPayable, untilStatus } from './engine-client.ts';
import { type LimitedNode, openLimitedNode, type Plan } from './evm/open-limited-node.ts';
import { type EvmShop, startEvmShop } from './evm/start-evm-shop.ts';

const NETWORK = 'evm-local';
/** More than one call for logs may ask for. */
const BLOCKS_BEFORE = 12;
const BLOCKS_LIVE = 3;
/** How far reading may be behind before the network counts as delayed. */
const LAG_MS_MAX = 60_000;

interface Report {
  name: string;
  state: string;
  cause: string | null;
  detail: string;
  newest_block: { height: number } | null;
  read_at: string | null;
  nodes: { state: string; reason: string | null; calls_per_second: number | null }[];
}

let evm: EvmShop;
let limited: LimitedNode;

afterEach(async () => {
  await evm.stop();
  await limited.remove();
});

async function openShop(plan: Plan): Promise<string> {
  evm = await startEvmShop({
    async through(url) {
      limited = await openLimitedNode(url, plan);
      return limited.url;
    },
  });
  const { address } = await evm.actors.newAccount('0');
  await evm.addWallet(evm.shop.keys.merchant_id, { address });
  return address;
}

/** Creates an intent and sends its payment, which waits for a block. */
async function payFor(due: string): Promise<string> {
  const { id, address, manual } = await createPayable(evm.shop, NETWORK, due);
  const isCoin = due.endsWith('ETH');
  const units = parseUnits(manual?.amount ?? '', isCoin ? 18 : 6);
  if (isCoin) await evm.actors.pay(evm.payer, address, units);
  else await evm.actors.payToken(evm.payer, evm.usdc, address, units);
  return id;
}

async function report(): Promise<Report> {
  const { json } = await send(evm.shop.baseUrl, evm.shop.keys, '/networks');
  return (json['data'] as Report[]).find(({ name }) => name === NETWORK) ?? expect.fail('the network is not listed');
}

describe('a node that limits what it may be asked', () => {
  it.each<[string, Plan, string[], (node: LimitedNode) => void]>([
    [
      '10 blocks per eth_getLogs, 5 calls per second',
      { callsPerSecond: 5, logBlocksMax: 10 },
      ['12.5 USDC', '0.05 ETH'],
      ({ tooLong, refused }) => {
        expect(tooLong).toBeGreaterThan(0);
        expect(refused).toBeGreaterThan(0);
      },
    ],
    [
      'every other call refused',
      { refuses: (call) => call % 2 === 0 },
      ['12.5 USDC', '7.5 USDC'],
      ({ refused, answered }) => expect(Math.abs(refused - answered)).toBeLessThanOrEqual(1),
    ],
  ])('%s: no payment is lost, the lag stays bounded, and the report says why', async (_name, plan, dues, check) => {
    await openShop(plan);
    const ids: string[] = [];
    for (const due of dues) {
      ids.push(await payFor(due));
      await evm.node.mine(BLOCKS_BEFORE / dues.length);
    }
    // The node can slow the first reading; until that has ended, the network counts as delayed.
    const slowed = await waitUntil('it was read, and the report says that the node is slowed', async () => {
      const found = await report();
      return found.read_at !== null && found.nodes[0]?.state === 'slowed' && found;
    });
    expect(slowed.nodes[0]).toMatchObject({
      reason: expect.stringMatching(/limit/),
      calls_per_second: expect.any(Number),
    });
    // The chain goes on while the backlog is read.
    for (let block = 0; block < BLOCKS_LIVE; block += 1) {
      if (block === 0) ids.push(await payFor('12.5 USDC'));
      await evm.node.mine();
      const { state, read_at } = await report();
      expect(state).toBe('ok');
      expect(Date.now() - Date.parse(read_at ?? '')).toBeLessThan(LAG_MS_MAX);
    }
    await evm.node.mine(2);
    for (const id of ids) expect(await untilStatus(evm.shop, id, 'succeeded')).toMatchObject({ flags: [] });
    check(limited);
  });
});
