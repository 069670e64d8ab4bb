import { describe, expect, it } from 'vitest';
import { UserError } from '../../domain/user-error.ts';
import { distrusted } from '../expect-chain-error.test-fixture.ts';
import { chainOf, fail, ScriptedNode, watchOf } from './scripted-node.test-fixture.ts';
import { USDC } from './scripted-transactions.test-fixture.ts';

describe('a network is opened', () => {
  it('if its tokens are what the asset list says, and checks them once per connection', async () => {
    const node = new ScriptedNode();
    node.mineMany(3);
    const chain = chainOf(node);
    await chain.probe();
    await chain.scan(undefined, watchOf());
    await chain.probe();
    expect([node.asks('eth_call'), node.asks('eth_chainId')]).toEqual([4, 2]);
    node.connection = 1;
    await chain.probe();
    expect(node.asks('eth_call')).toBe(8);
  });

  it.each([
    [{ symbol: 'USDC', decimals: 18 }, /contract of USDC on Local EVM chain \(0x.*\) has 18 decimals, but 6/],
    [{ symbol: 'SCAM', decimals: 6 }, /calls itself SCAM/],
    [{ symbol: '', decimals: 6 }, /has no symbol/],
    [undefined, /cannot be read as a token/],
  ])('unless a token does not fit: %j', async (token, sentence) => {
    const node = new ScriptedNode();
    if (token === undefined) node.tokens.delete(USDC);
    else node.tokens.set(USDC, token);
    await expect(chainOf(node).probe()).rejects.toEqual(distrusted(sentence));
    node.tokens.set(USDC, { symbol: 'USDC', decimals: 6 });
    await chainOf(node).probe();
  });

  it('later if the node cannot read a contract at the moment', async () => {
    const node = new ScriptedNode();
    node.before = (method) => (method === 'eth_call' ? fail(-32_000, 'header not found') : undefined);
    await expect(chainOf(node).probe()).rejects.toMatchObject({
      kind: 'away',
      message: expect.stringMatching(/contract of USDC .* cannot be read as a token/),
    });
  });

  it.each(['USDT', 'USDT0', 'USD₮0'])('with Tether under the name %s', async (symbol) => {
    const node = new ScriptedNode();
    node.tokens.set(USDC, { symbol, decimals: 6 });
    const tokens = [{ code: 'USDT', network: 'evm-local', token: USDC, decimals: 6 }];
    expect(await chainOf(node, { tokens }).probe()).toMatchObject({ height: 0 });
  });

  it('unless the contract of an added token is no address', () => {
    const tokens = [{ code: 'ABC', network: 'evm-local', token: '0x123', decimals: 6 }];
    expect(() => chainOf(new ScriptedNode(), { tokens })).toThrow(UserError);
  });
});
