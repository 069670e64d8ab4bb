import { HDKey } from '@scure/bip32';
import { type Address, type Hex, parseUnits } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASSETS_ON_NETWORKS } from '../../src/domain/money/asset.ts';
import { send } from '../support/client.ts';
import { createMerchant } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { createPayable, readIntent, untilStatus } from './engine-client.ts';
import { createActors, type EvmActors, type EvmToken } from './evm/evm-actors.ts';
import { type EvmNode, startEvmNode } from './evm/start-evm-node.ts';
import { type EvmShop, startEvmShop } from './evm/start-evm-shop.ts';

const LOCAL = 'evm-local';
const ELSEWHERE = 'base-sepolia';

interface Transfer {
  tx: string;
  network: string;
  reason: string;
  asset: string | null;
  amount: string;
  suggestions: { payment_intent_id: string; network: string; difference: string }[];
}

let evm: EvmShop;
/** A node of another network. */
let other: EvmNode;
let otherActors: EvmActors;
let otherUsdc: EvmToken;
let merchant: Address;

beforeAll(async () => {
  other = await startEvmNode({ chainId: 84_532 });
  otherActors = await createActors(other);
  for (const { code, token, decimals } of ASSETS_ON_NETWORKS.filter(({ network }) => network === ELSEWHERE)) {
    if (token === undefined) continue;
    const created = await otherActors.createToken({ symbol: code, decimals, at: token });
    if (code === 'USDC') otherUsdc = created;
  }
  evm = await startEvmShop({ env: { FLORIN_RPC_BASE_SEPOLIA: other.url } });
  merchant = (await evm.actors.newAccount('0')).address;
  await evm.addWallet(evm.shop.keys.merchant_id, { address: merchant });
});

afterAll(async () => {
  await evm.stop();
  await other.stop();
});

/** Creates an intent, and returns the exact amount to send on a network, in its smallest units. */
async function askFor(due: string, network = LOCAL) {
  const option = await createPayable(evm.shop, network, due);
  const amount = option.manual?.amount ?? expect.fail('no exact amount');
  expect(option.manual?.address).toBe(option.address);
  return { ...option, exact: amount, units: parseUnits(amount, due.endsWith('ETH') ? 18 : 6) };
}

const unmatched = (tx: string): Promise<Transfer> =>
  waitUntil(`${tx} in the list`, async () => {
    const { json } = await send(evm.shop.baseUrl, evm.shop.keys, '/transfers');
    return (json['data'] as Transfer[]).find((transfer) => transfer.tx === tx);
  });

describe('paying on an EVM chain, at the merchant’s address', () => {
  it('ether: processing in its block, succeeded two blocks deep', async () => {
    const { id, address, units, exact } = await askFor('0.05 ETH');
    expect(address).toBe(merchant);
    await evm.actors.pay(evm.payer, address, units);
    await evm.node.mine();
    await untilStatus(evm.shop, id, 'processing');
    await evm.node.mine(2);
    expect(await untilStatus(evm.shop, id, 'succeeded')).toMatchObject({
      amount_received: exact,
      overpaid_by: '0',
      flags: [],
      payments: [{ state: 'final', asset: 'ETH', amount: exact }],
    });
  });

  it('a token', async () => {
    const { id, address, units, exact } = await askFor('12.5 USDC');
    await evm.actors.payToken(evm.payer, evm.usdc, address, units);
    await evm.node.mine(3);
    expect(await untilStatus(evm.shop, id, 'succeeded')).toMatchObject({
      flags: [],
      payments: [{ state: 'final', asset: 'USDC', amount: exact }],
    });
  });

  it('a token by authorization, without a tail', async () => {
    const { id } = await askFor('12.5 USDC');
    const { targets } = (await readIntent(evm.shop, id)) as unknown as {
      targets: { network: string; reference: Hex | null }[];
    };
    const nonce = targets.find(({ network }) => network === LOCAL)?.reference ?? expect.fail('no nonce');
    const order = { to: merchant, units: 12_500_000n, nonce };
    const data = await evm.actors.authorize(evm.payer, evm.usdc, order);
    await evm.actors.send(evm.payer, { to: evm.usdc.address, data });
    await evm.node.mine(3);
    expect(await untilStatus(evm.shop, id, 'succeeded')).toMatchObject({
      amount_received: '12.5',
      flags: [],
      payments: [{ state: 'final', asset: 'USDC', amount: '12.5' }],
    });
  });

  it('the right token on the wrong network is listed with the intent that it probably belongs to', async () => {
    const here = await askFor('12.5 USDC');
    const payer = await otherActors.newAccount();
    await otherActors.give(payer.address, otherUsdc, 1_000_000_000n);
    const tx = await otherActors.payToken(payer, otherUsdc, merchant, here.units);
    await other.mine(3);
    const transfer = await unmatched(tx);
    expect(transfer).toMatchObject({ network: ELSEWHERE, reason: 'other_amount', asset: 'USDC', amount: here.exact });
    expect(transfer.suggestions[0]).toMatchObject({ payment_intent_id: here.id, network: LOCAL, difference: '0' });
    expect(await readIntent(evm.shop, here.id)).toMatchObject({ status: 'requires_payment', payments: [] });
  });

  it('a second merchant cannot use the same address', async () => {
    const rival = await createMerchant(evm.shop.options);
    await expect(evm.addWallet(rival.merchant_id, { address: merchant })).rejects.toThrow('Another merchant');
    await expect(evm.addWallet(rival.merchant_id, { address: merchant.toLowerCase() })).rejects.toThrow(
      'Another merchant',
    );
  });
});

describe('paying on an EVM chain, at an address per intent', () => {
  it('each intent has its own address, the same on every network, and no tail', async () => {
    const keys = await createMerchant(evm.shop.options);
    const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(5)).derive("m/44'/60'/0'").publicExtendedKey;
    await evm.addWallet(keys.merchant_id, { xpub });
    const shop = { ...evm.shop, keys };
    const [coin, token] = [await createPayable(shop, LOCAL, '0.05 ETH'), await createPayable(shop, LOCAL, '12.5 USDC')];
    expect(coin.address).not.toBe(token.address);
    expect(token.manual?.amount ?? token.amount).toBe('12.5');
    await evm.actors.pay(evm.payer, coin.address, parseUnits('0.05', 18));
    await evm.actors.payToken(evm.payer, evm.usdc, token.address, 12_500_000n);
    await evm.node.mine(3);
    expect(await untilStatus(shop, coin.id, 'succeeded')).toMatchObject({ amount_received: '0.05', flags: [] });
    expect(await untilStatus(shop, token.id, 'succeeded')).toMatchObject({ amount_received: '12.5', flags: [] });
  });
});
