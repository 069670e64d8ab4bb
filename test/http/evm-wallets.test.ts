import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '../support/client.ts';
import { florin } from '../support/server.ts';
import { PASSWORD } from './browser.ts';
import { DocumentedAnswers, type OpenApiDoc } from './documented-answers.ts';
import { expectPointers, expectProblem } from './expect-problem.ts';
import { sendBytes } from './send-bytes.ts';
import { startTwoShops, type TwoShops } from './start-two-shops.ts';

/** No node is needed to understand a wallet. */
const NOBODY = 'http://127.0.0.1:9';
const WATCHED = { FLORIN_RPC_ETHEREUM: NOBODY, FLORIN_RPC_BASE: NOBODY, FLORIN_RPC_EVM_LOCAL: NOBODY };
const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const KEY = HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive("m/44'/60'/0'").publicExtendedKey;

let shops: TwoShops;
let answers: DocumentedAnswers;

beforeAll(async () => {
  shops = await startTwoShops({ ...WATCHED, FLORIN_LOG_LEVEL: 'fatal' });
  const document = await sendBytes(shops.server.baseUrl, { path: '/dashboard/api/openapi.json' });
  answers = new DocumentedAnswers(document.json as unknown as OpenApiDoc);
});

afterAll(() => shops.stop());

const add = (name: 'ada' | 'bob', mode: string, wallet: object): Promise<Reply> =>
  shops[name].browser.call('POST', `/${mode}/wallets`, { body: { password: PASSWORD, ...wallet } });

function expectWallet(reply: Reply, status: number): Record<string, unknown> {
  expect([reply.status, reply.text]).toEqual([status, expect.anything()]);
  expect(answers.complaints('POST', '/dashboard/api/{mode}/wallets', reply)).toEqual([]);
  return reply.json;
}

describe('201', () => {
  it('one wallet serves the watched EVM networks of its mode, in its canonical form', async () => {
    const live = expectWallet(await add('ada', 'live', { network: 'evm', address: ADDRESS.toLowerCase() }), 201);
    expect(live).toMatchObject({
      network: 'evm',
      networks: ['ethereum', 'base'],
      kind: 'address',
      addresses: [ADDRESS],
      warnings: [],
    });
    const test = expectWallet(await add('ada', 'test', { network: 'evm', address: ADDRESS }), 201);
    expect(test).toMatchObject({ livemode: false, networks: ['evm-local'] });
  });

  it('an extended key starts at its index, with a warning', async () => {
    const wallet = expectWallet(await add('bob', 'test', { network: 'evm', xpub: KEY, start_index: 5 }), 201);
    expect(wallet).toMatchObject({ kind: 'extended_key', next_index: 5, warnings: [{ code: 'gas_per_address' }] });
    expect(new Set(wallet['addresses'] as string[]).size).toBe(3);
  });

  it('the command line adds, lists and releases it', async () => {
    const run = (...args: string[]) => florin({ ...shops.options, env: WATCHED }, ...args);
    const other = '0x52908400098527886E0F7030069857D2E4169EE7';
    const options = ['--network', 'evm', '--live', '--address', other];
    const merchant = ['--merchant', shops.bob.merchantId];
    expect(await run('wallets', 'add', ...merchant, ...options)).toMatchObject({
      livemode: true,
      networks: ['ethereum', 'base'],
    });
    expect(await run('wallets', 'list', ...merchant, '--live')).toMatchObject({ data: [{ addresses: [other] }] });
    await run('wallets', 'release', ...options);
    expect(await run('wallets', 'list', ...merchant, '--live')).toEqual({ data: [] });
  });
});

describe('409', () => {
  it.each([ADDRESS, ADDRESS.toLowerCase(), `0x${ADDRESS.slice(2).toUpperCase()}`])(
    'another merchant cannot have the address, as %s',
    async (address) => {
      expectProblem(await add('bob', 'live', { network: 'evm', address }), 409, 'wallet_taken');
    },
  );
});

describe('422', () => {
  it.each(['base', 'polygon', 'evm-local'])('says to use evm instead of %s', async (network) => {
    const reply = await add('ada', 'live', { network, address: ADDRESS });
    expectPointers(reply, ['#/network']);
    expect(reply.text).toContain('Use `evm` instead of');
  });

  it('an address that is none, and the contract of a token on one of the networks', async () => {
    const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
    for (const address of ['0x12', token])
      expectPointers(await add('ada', 'live', { network: 'evm', address }), ['#/address']);
  });

  it('an extended key that is none, at the member that has it', async () => {
    expectPointers(await add('ada', 'live', { network: 'evm', xpub: 'xpub1' }), ['#/xpub']);
  });
});
