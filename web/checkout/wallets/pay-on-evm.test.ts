import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payOnEvm } from './pay-on-evm.ts';

const ACCOUNT = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const BASE = '0x2105';
const call = { to: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', value: '0x0', data: '0xa9059cbb' };
const addChain = { chainId: BASE, chainName: 'Base', rpcUrls: ['https://mainnet.base.org'] };

let server: Server;
let src: string;
let answer: { status: number; body: object };

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  src = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => prepared());
afterAll(() => new Promise((resolve) => server.close(resolve)));

function prepared(more: object = {}): void {
  answer = { status: 200, body: { call, authorization: null, add_chain: addChain, ...more } };
}

const failure = (code: number, message = '') => Object.assign(new Error(message), { code });

/** A wallet: what it answers by method, and the calls it got. */
function walletOf(answers: Record<string, (...params: never[]) => unknown> = {}) {
  const state = { chain: BASE, known: new Set(['0x1', BASE]) };
  const calls: [string, ...unknown[]][] = [];
  const own: Record<string, (param: { chainId: string }) => unknown> = {
    eth_requestAccounts: () => [ACCOUNT],
    eth_chainId: () => state.chain,
    wallet_switchEthereumChain({ chainId }) {
      if (!state.known.has(chainId)) throw failure(4902);
      state.chain = chainId;
      return null;
    },
    wallet_addEthereumChain({ chainId }) {
      state.known.add(chainId);
      return null;
    },
    eth_sendTransaction: () => '0xhash',
  };
  const ask = async (method: string, ...params: unknown[]) => {
    calls.push([method, ...params]);
    const reply = (answers[method] ?? own[method]) as ((...given: unknown[]) => unknown) | undefined;
    if (reply === undefined) throw failure(-32_601, 'The method does not exist.');
    return reply(...params);
  };
  const methods = () => calls.map(([method]) => method).filter((method) => !/_chainId|_getCapabilities/.test(method));
  return { state, calls, methods, pay: () => payOnEvm(ask, { src, network: 'base', chain: 'eip155:8453' }) };
}

describe('payOnEvm', () => {
  it('sends the prepared transfer', async () => {
    const { pay, calls } = walletOf();
    expect(await pay()).toEqual({ step: 'sent' });
    expect(calls.at(-1)).toEqual(['eth_sendTransaction', { from: ACCOUNT, chainId: BASE, ...call }]);
  });

  it('shares no account, so nothing is asked for', async () => {
    const { pay, methods } = walletOf({ eth_requestAccounts: () => [] });
    expect(await pay()).toEqual({ step: 'account' });
    expect(methods()).toEqual(['eth_requestAccounts']);
  });

  it.each([
    ['insufficient_funds', { step: 'funds' }],
    ['insufficient_gas', { step: 'gas' }],
    ['invalid_value', { step: 'prepare', detail: 'Pay from another wallet.' }],
  ])('does not open the wallet if the server answers %s', async (code, outcome) => {
    answer = { status: 422, body: { errors: [{ code, detail: 'Pay from another wallet.' }] } };
    const { pay, methods } = walletOf();
    expect(await pay()).toEqual(outcome);
    expect(methods()).toEqual(['eth_requestAccounts']);
  });

  it('says so if the server cannot be used', async () => {
    answer = { status: 503, body: { detail: 'The network is away.' } };
    expect(await walletOf().pay()).toEqual({ step: 'prepare', detail: 'The network is away.' });
  });
});

describe('on another chain', () => {
  it('switches before it sends', async () => {
    const { pay, methods, state } = walletOf();
    state.chain = '0x1';
    expect(await pay()).toEqual({ step: 'sent' });
    expect(methods()).toEqual(['eth_requestAccounts', 'wallet_switchEthereumChain', 'eth_sendTransaction']);
  });

  it.each([
    ['by its code', () => failure(4902)],
    ['inside of another error', () => Object.assign(failure(-32_603), { data: { originalError: { code: 4902 } } })],
    ['by its message', () => failure(-32_603, 'Unrecognized chain ID "0x2105".')],
  ])('adds a chain that the wallet does not know, which it says %s', async (_, error) => {
    const wallet = walletOf({
      wallet_switchEthereumChain({ chainId }: { chainId: string }) {
        if (!wallet.state.known.has(chainId)) throw error();
        wallet.state.chain = chainId;
      },
    });
    wallet.state.chain = '0x1';
    wallet.state.known.delete(BASE);
    expect(await wallet.pay()).toEqual({ step: 'sent' });
    expect(wallet.calls).toContainEqual(['wallet_addEthereumChain', addChain]);
  });

  it('cannot add a chain without a public node', async () => {
    prepared({ add_chain: null });
    const { pay, methods, state } = walletOf();
    state.chain = '0x1';
    state.known.delete(BASE);
    expect(await pay()).toEqual({ step: 'unknown_chain' });
    expect(methods()).not.toContain('eth_sendTransaction');
  });

  it.each([
    ['the payer declines to switch', { wallet_switchEthereumChain: () => Promise.reject(failure(4001)) }],
    ['the payer declines to add it', { wallet_addEthereumChain: () => Promise.reject(failure(4001)) }],
    ['the wallet only pretends to', { wallet_switchEthereumChain: () => null }],
  ])('sends nothing if %s', async (_, answers) => {
    const { pay, methods, state } = walletOf(answers);
    state.chain = '0x1';
    state.known.delete(BASE);
    expect(await pay()).toEqual({ step: 'chain' });
    expect(methods()).not.toContain('eth_sendTransaction');
  });
});

describe('with EIP-5792', () => {
  const capable = { wallet_getCapabilities: () => ({ [BASE]: { atomic: { status: 'supported' } } }) };

  it('sends calls', async () => {
    const { pay, calls, methods } = walletOf({ ...capable, wallet_sendCalls: () => ({ id: '0x1' }) });
    expect(await pay()).toEqual({ step: 'sent' });
    const request = { version: '2.0.0', from: ACCOUNT, chainId: BASE, atomicRequired: false, calls: [call] };
    expect(calls.at(-1)).toEqual(['wallet_sendCalls', request]);
    expect(methods()).not.toContain('eth_sendTransaction');
  });

  it.each([
    ['only on another chain', { wallet_getCapabilities: () => ({ '0x1': {} }) }],
    ['in name only', { ...capable, wallet_sendCalls: () => Promise.reject(failure(4200)) }],
  ])('sends a transaction if the wallet has it %s', async (_, answers) => {
    const { pay, methods } = walletOf(answers);
    expect(await pay()).toEqual({ step: 'sent' });
    expect(methods().at(-1)).toBe('eth_sendTransaction');
  });

  it.each([
    [4001, 'rejected'],
    [-32_603, 'failed'],
  ])('does not ask a second time after error %d', async (code, step) => {
    const { pay, methods } = walletOf({ ...capable, wallet_sendCalls: () => Promise.reject(failure(code)) });
    expect(await pay()).toEqual({ step });
    expect(methods()).not.toContain('eth_sendTransaction');
  });
});

describe('an authorization', () => {
  const [r, s] = ['ab'.repeat(32), 'cd'.repeat(32)];
  const typed = { primaryType: 'TransferWithAuthorization' };

  it.each([
    ['1b', '1b'],
    ['1c', '1c'],
    ['00', '1b'],
    ['01', '1c'],
  ])('is signed first, and appended as v, r and s; v %s', async (v, word) => {
    prepared({ authorization: typed });
    const { pay, calls } = walletOf({ eth_signTypedData_v4: () => `0x${r}${s}${v}` });
    expect(await pay()).toEqual({ step: 'sent' });
    expect(calls).toContainEqual(['eth_signTypedData_v4', ACCOUNT, JSON.stringify(typed)]);
    const data = `${call.data}${word.padStart(64, '0')}${r}${s}`;
    expect(calls.at(-1)).toEqual(['eth_sendTransaction', { from: ACCOUNT, chainId: BASE, ...call, data }]);
  });

  it('is not sent with a signature that the token cannot check', async () => {
    prepared({ authorization: typed });
    const { pay, methods } = walletOf({ eth_signTypedData_v4: () => `0x${r}` });
    expect(await pay()).toEqual({ step: 'failed' });
    expect(methods()).not.toContain('eth_sendTransaction');
  });
});

describe('errors of wallets', () => {
  it.each([
    [failure(4001, 'User rejected the request.'), 'rejected'],
    [Object.assign(new Error('no'), { code: 'ACTION_REJECTED' }), 'rejected'],
    [failure(-32_000, 'MetaMask Tx Signature: User denied transaction signature.'), 'rejected'],
    [failure(-32_002, 'Request of this type already open.'), 'pending'],
    [failure(-32_000, 'insufficient funds for gas * price + value'), 'gas'],
    [failure(-32_603, 'ERC20: transfer amount exceeds balance'), 'funds'],
    [failure(-32_603, 'Internal JSON-RPC error.'), 'failed'],
    [null, 'failed'],
  ])('%s: %s', async (error, step) => {
    const { pay } = walletOf({
      eth_sendTransaction() {
        throw error;
      },
    });
    expect(await pay()).toEqual({ step });
  });
});
