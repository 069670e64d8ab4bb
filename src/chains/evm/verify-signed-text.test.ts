import { privateKeyToAccount } from 'viem/accounts';
import { encodeAbiParameters } from 'viem/utils';
import { expect, it } from 'vitest';
import { chainOf, ScriptedNode } from './scripted-node.test-fixture.ts';
import { MERCHANT } from './scripted-transactions.test-fixture.ts';

const account = privateKeyToAccount(`0x${'4c0883a69102937d'.repeat(4)}`);
const text = 'I paid.\nShop: “Ä”';

const answer = (bytes: `0x${string}`) => encodeAbiParameters([{ type: 'bytes4' }], [bytes]);

it('accepts what the owner of the address signed, and nothing else', async () => {
  const chain = chainOf(new ScriptedNode());
  const signature = await account.signMessage({ message: text });
  const verify = (change: object) => chain.verifySignedText?.({ address: account.address, text, signature, ...change });
  expect(await verify({})).toBe(true);
  expect(await verify({ address: account.address.toLowerCase() })).toBe(true);
  const others = [
    { text: 'another' },
    { address: MERCHANT },
    { address: 'x' },
    { signature: 'x' },
    { signature: '0x12' },
  ];
  for (const change of others) expect(await verify(change)).toBe(false);
});

it('asks a wallet that is a contract', async () => {
  const node = new ScriptedNode();
  const chain = chainOf(node);
  const signed = { address: MERCHANT, text, signature: '0x1234' };
  const responses = [answer('0x1626ba7e'), answer('0xffffffff'), '0x', '0x01'];
  const found = [];
  for (const response of responses) {
    node.before = (method, [call]) =>
      method === 'eth_call' && (call as { to: string }).to === MERCHANT.toLowerCase() ? response : undefined;
    found.push(await chain.verifySignedText?.(signed));
  }
  expect(found).toEqual([true, false, false, false]);
  const [, params] = node.asked.findLast(([method]) => method === 'eth_call') ?? [];
  expect(params, 'a contract cannot keep the node busy').toMatchObject([{ gas: '0x989680' }, 'latest']);
});
