import {
  decodeFunctionData,
  domainSeparator,
  encodeAbiParameters,
  erc20Abi,
  type Hex,
  numberToHex,
  toFunctionSelector,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import type { TargetMatch } from '../../domain/payments/payment-target.ts';
import { RpcError } from '../rpc/rpc.ts';
import { createNode } from './create-node.ts';
import { createSharedFacts } from './create-shared-facts.ts';
import { prepareTransaction } from './prepare-transaction.ts';

const PAYER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const MERCHANT = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const HASH: Hex = `0x${'cd'.repeat(32)}`;
const NONCE: Hex = `0x${'ab'.repeat(32)}`;
const network = NETWORKS.base;
const ether = { code: 'ETH', network: 'base', token: undefined, decimals: 18 };
const usdc = { code: 'USDC', network: 'base', token: USDC, decimals: 6 };

const DOMAIN = { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: USDC } as const;
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value]);

/** A node where the payer holds this much, and a transfer costs 21,000 gas at a price of 1,000. */
function nodeWith({ coin = 10n ** 18n, tokens = 10n ** 9n, code = '0x', chainId = 8453 } = {}) {
  const views: Record<Hex, Hex> = {
    [toFunctionSelector('balanceOf(address)')]: numberToHex(tokens, { size: 32 }),
    [toFunctionSelector('name()')]: text(DOMAIN.name),
    [toFunctionSelector('version()')]: text(DOMAIN.version),
    [toFunctionSelector('DOMAIN_SEPARATOR()')]: domainSeparator({ domain: { ...DOMAIN, chainId } }),
  };
  const answers: Record<string, (params: never) => unknown> = {
    eth_getBalance: () => numberToHex(coin),
    eth_getCode: () => code,
    eth_gasPrice: () => '0x3e8',
    eth_estimateGas: () => numberToHex(21_000),
    eth_getBlockByNumber: () => ({
      number: '0x7',
      hash: HASH,
      parentHash: HASH,
      timestamp: numberToHex(1_800_000_000),
    }),
    eth_call: ([{ data }]: readonly [{ data: Hex }]) => views[data.slice(0, 10) as Hex],
  };
  const asked: string[] = [];
  const call = async (method: string, params: readonly unknown[] = []) => {
    asked.push(method);
    return answers[method]?.(params as never);
  };
  return { answers, asked, call };
}

type Node = ReturnType<typeof nodeWith>;

function partsOf(rpc: Pick<Node, 'call'>, clock = { nowMs: () => 1_800_000_000_000 }) {
  const node = createNode(rpc);
  return { node, network, facts: createSharedFacts({ node, network, clock }) };
}

const refuse = () => {
  throw new RpcError(-32_000, 'header not found');
};

const order = (amount: string, matchedBy: TargetMatch = 'amount') => ({
  payer: PAYER.toLowerCase(),
  target: { address: MERCHANT, reference: NONCE },
  asset: 'ignored',
  amount: parseDecimal(amount),
  matchedBy,
});

describe('a prepared transfer', () => {
  it('of the coin has the exact value', async () => {
    expect(await prepareTransaction(partsOf(nodeWith()), ether, order('0.500000000000000001'))).toEqual({
      chainId: 'eip155:8453',
      to: MERCHANT,
      value: numberToHex(500_000_000_000_000_001n),
      data: '0x',
    });
  });

  it('of a token calls transfer with the exact amount', async () => {
    const { data, ...rest } = await prepareTransaction(partsOf(nodeWith()), usdc, order('12.340017'));
    expect(rest).toEqual({ chainId: 'eip155:8453', to: USDC, value: '0x0' });
    expect(decodeFunctionData({ abi: erc20Abi, data: data as Hex })).toEqual({
      functionName: 'transfer',
      args: [MERCHANT, 12_340_017n],
    });
  });

  it('that no amount names is an authorization with the reference as its nonce', async () => {
    const prepared = await prepareTransaction(partsOf(nodeWith()), usdc, order('12.34', 'reference'));
    expect(prepared.authorization).toMatchObject({
      domain: DOMAIN,
      primaryType: 'TransferWithAuthorization',
      message: {
        from: PAYER,
        to: MERCHANT,
        value: '12340000',
        validAfter: '0',
        validBefore: '1800003600',
        nonce: NONCE,
      },
    });
    // The selector and six words; the signature is missing.
    expect(prepared.data).toHaveLength(2 + 8 + 6 * 64);
    expect(prepared.data).toContain(NONCE.slice(2));
  });
});

/** How many calls it takes to prepare a payment. */
const countCalls = async (parts: ReturnType<typeof partsOf>, node: Node, work: typeof usdc | typeof ether) => {
  const before = node.asked.length;
  await prepareTransaction(parts, work, order('0.5', work === usdc ? 'reference' : 'amount'));
  return node.asked.length - before;
};

describe('what is the same for all payers', () => {
  it('is asked for once in ten seconds', async () => {
    const clock = { ms: 1_800_000_000_000, nowMs: () => clock.ms };
    const node = nodeWith();
    const parts = partsOf(node, clock);
    expect([
      await countCalls(parts, node, usdc),
      await countCalls(parts, node, usdc),
      await countCalls(parts, node, ether),
    ]).toEqual([8, 3, 2]);
    clock.ms += 10_000;
    expect(await countCalls(parts, node, usdc)).toBe(8);
  });
});

describe('a transfer is not prepared', () => {
  const payment = 21_000n * 1_000n;
  const cases = [
    ['with too little of the coin', { coin: 10n ** 18n - 1n }, ether, 'insufficient_funds', /enough ETH on Base/],
    ['with nothing left for the fee', { coin: 10n ** 18n + payment - 1n }, ether, 'insufficient_gas', /Add ETH/],
    ['with too little of the token', { tokens: 999_999n }, usdc, 'insufficient_funds', /enough USDC on Base/],
    ['without the coin for the fee', { coin: payment - 1n }, usdc, 'insufficient_gas', /enough ETH on Base/],
  ] as const;

  it.each(cases)('%s', async (_, held, asset, code, message) => {
    await expect(prepareTransaction(partsOf(nodeWith(held)), asset, order('1'))).rejects.toMatchObject({
      name: 'PayerError',
      code,
      message: expect.stringMatching(message) as string,
    });
  });

  it('unless there is just enough, or a contract wallet may have its fee paid', async () => {
    for (const [held, asset] of [
      [{ coin: 10n ** 18n + payment }, ether],
      [{ coin: payment, tokens: 1_000_000n }, usdc],
      [{ coin: 0n, code: '0xef0100' }, usdc],
    ] as const)
      await expect(prepareTransaction(partsOf(nodeWith(held)), asset, order('1'))).resolves.toBeDefined();
  });

  it.each([
    ['for something that is no address', { payer: '0x12' }, /40 hexadecimal digits/],
    ['from the merchant', { payer: MERCHANT.toLowerCase() }, /merchant’s wallet/],
    ['of nothing', { amount: parseDecimal('0') }, /cannot be sent on Base/],
    ['of the coin if only a reference names it', { matchedBy: 'reference' as const }, /cannot be paid by wallet/],
  ])('%s', async (_, change, message) => {
    const prepared = prepareTransaction(partsOf(nodeWith()), ether, { ...order('1'), ...change });
    await expect(prepared).rejects.toThrow(message);
  });

  it('if the token rejects it', async () => {
    const node = nodeWith();
    node.answers['eth_estimateGas'] = () => {
      throw new RpcError(3, 'execution reverted: Blacklistable: account is blacklisted');
    };
    await expect(prepareTransaction(partsOf(node), usdc, order('1'))).rejects.toMatchObject({
      name: 'PayerError',
      message: expect.stringContaining('account is blacklisted') as string,
    });
  });

  it.each([
    ['something else than a number', () => 'much', 'distrusted'],
    ['nothing', () => null, 'away'],
    ['an error', refuse, 'away'],
  ])('if the node answers with %s', async (_, answer, kind) => {
    for (const method of ['eth_getBalance', 'eth_gasPrice', 'eth_getBlockByNumber']) {
      const node = nodeWith();
      node.answers[method] = answer;
      await expect(authorized(node)).rejects.toMatchObject({ name: 'ChainError' });
    }
    const node = nodeWith();
    node.answers['eth_getBalance'] = answer;
    await expect(prepareTransaction(partsOf(node), ether, order('1'))).rejects.toMatchObject({ kind });
  });
});

const authorized = (node: Node) => prepareTransaction(partsOf(node), usdc, order('1', 'reference'));

describe('an authorization is not prepared', () => {
  it('if the token signs for another domain', async () => {
    await expect(authorized(nodeWith({ chainId: 1 }))).rejects.toThrow(/USDC on Base cannot be paid by wallet/);
  });

  it('if the token has no such functions', async () => {
    const node = nodeWith();
    const { eth_call: answer } = node.answers;
    node.answers['eth_call'] = (params: readonly [{ data: Hex }]) =>
      params[0].data.startsWith(toFunctionSelector('balanceOf(address)')) ? answer?.(params as never) : '0x';
    await expect(authorized(node)).rejects.toThrow(/cannot be paid by wallet/);
  });

  it('without a reference', async () => {
    const without = { ...order('1', 'reference'), target: { address: MERCHANT, reference: undefined } };
    await expect(prepareTransaction(partsOf(nodeWith()), usdc, without)).rejects.toThrow(/cannot be paid/);
  });
});
