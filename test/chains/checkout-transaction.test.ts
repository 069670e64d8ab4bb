import {
  type Address,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getTransactionDecoder,
  signTransaction,
} from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/domain/limits.ts';
import { DocumentedAnswers } from '../http/documented-answers.ts';
import { expectPointers, expectProblem } from '../http/expect-problem.ts';
import { create, createdId, type Reply, send, validBody } from '../support/client.ts';
import { createMerchant } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { createFetchRpc } from './fetch-rpc.ts';
import { type SolanaShop, startSolanaShop } from './start-solana-shop.ts';

let solana: SolanaShop;
let documented: DocumentedAnswers;

beforeAll(async () => {
  solana = await startSolanaShop();
  documented = await DocumentedAnswers.of(solana.shop.baseUrl);
});

afterAll(() => solana.stop());

const NETWORK = 'solana-local';

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
  });
  const responseText = await response.text();
  const json = JSON.parse(responseText) as Record<string, unknown>;
  const reply = { status: response.status, headers: response.headers, text: responseText, json };
  expect(documented.complaints('POST', '/{public_key}/checkout/{payment_intent_id}/transaction', reply)).toEqual([]);
  return reply;
}

const prepare = (id: string, more: object = {}) =>
  post(`${solana.checkoutOf(id)}/transaction`, { network: NETWORK, payer: solana.scene.payer.address, ...more });

/** What a wallet does with the transaction. */
async function signAndSend(wire: unknown): Promise<void> {
  const decoded = getTransactionDecoder().decode(getBase64Encoder().encode(String(wire)));
  const signed = await signTransaction([solana.scene.payer.keyPair], decoded);
  const rpc = createFetchRpc(solana.scene.node.url);
  await rpc.call('sendTransaction', [getBase64EncodedWireTransaction(signed), { encoding: 'base64' }]);
}

const statusOf = async (id: string) =>
  (await send(solana.shop.baseUrl, solana.shop.keys, `/payment_intents/${id}`)).json['status'];

const until = (id: string, status: string) => waitUntil(`${id} ${status}`, async () => (await statusOf(id)) === status);

describe('200 for an open intent', () => {
  it.each([
    ['0.00025', 'SOL'],
    ['3.5', 'USDC'],
  ])('%s %s: signed and sent, it pays', async (amount, asset) => {
    const { id } = await solana.createIntent(amount, asset);
    const reply = await prepare(id);
    expect(reply.status, reply.text).toBe(200);
    expect(Object.keys(reply.json)).toEqual(['transaction', 'network', 'chain']);
    expect(reply.json).toMatchObject({ network: NETWORK, chain: 'solana:localnet' });
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(await statusOf(id)).toBe('requires_payment');
    await signAndSend(reply.json['transaction']);
    solana.scene.finalize();
    await until(id, 'succeeded');
  });

  it('assigns a target to an intent that was never viewed', async () => {
    const due = { crypto_amount_requested: '0.01 SOL', exchange_rate: '1 SOL = $100' };
    const id = createdId(await create(solana.shop.baseUrl, solana.shop.keys, { ...validBody(), ...due }));
    const { transaction } = (await prepare(id)).json;
    await signAndSend(transaction);
    solana.scene.finalize();
    await until(id, 'succeeded');
  });

  it('requests the remaining amount, and the status names the chain', async () => {
    const { actors, payer, merchant } = solana.scene;
    const { id, reference } = await solana.createIntent('1');
    await actors.send(payer, [actors.pay(payer, merchant.address, 400_000_000n, [reference])]);
    solana.scene.finalize();
    await until(id, 'partially_paid');
    const state = (await (await fetch(`${solana.checkoutOf(id)}/status`)).json()) as {
      options: { network: string; wallet_chain: string | null }[];
    };
    expect(new Map(state.options.map(({ network, wallet_chain }) => [network, wallet_chain]))).toEqual(
      new Map([
        ['simulated', null],
        [NETWORK, 'solana:localnet'],
      ]),
    );
    await signAndSend((await prepare(id)).json['transaction']);
    solana.scene.finalize();
    await until(id, 'succeeded');
    const { json } = await send(solana.shop.baseUrl, solana.shop.keys, `/payment_intents/${id}`);
    expect(json).toMatchObject({ amount_received: '1', overpaid_by: '0' });
  });

  it('accepts JSON from pages of any origin', async () => {
    const { id } = await solana.createIntent('1');
    const response = await fetch(`${solana.checkoutOf(id)}/transaction`, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-headers')).toBe('content-type');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    expect((await fetch(`${solana.checkoutOf(id)}/transaction`)).headers.get('allow')).toBe('POST, OPTIONS');
  });
});

describe('404', () => {
  it('for an intent that does not exist or belongs to another merchant', async () => {
    const { id } = await solana.createIntent('1');
    expectProblem(await prepare('pi_0000000000000000000000'), 404, 'not_found');
    const { public_key } = await createMerchant(solana.options);
    const reply = await post(`${solana.shop.baseUrl}/${public_key}/checkout/${id}/transaction`, {
      network: NETWORK,
      payer: solana.scene.payer.address,
    });
    expectProblem(reply, 404, 'not_found');
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('409 invalid_state', () => {
  it('for an intent that is paid, processing or canceled', async () => {
    const { actors, payer, merchant } = solana.scene;
    const { id, reference } = await solana.createIntent('0.1');
    await actors.send(payer, [actors.pay(payer, merchant.address, 100_000_000n, [reference])]);
    await until(id, 'processing');
    expectProblem(await prepare(id), 409, 'invalid_state');
    solana.scene.finalize();
    await until(id, 'succeeded');
    expectProblem(await prepare(id), 409, 'invalid_state');
    const canceled = await solana.createIntent('0.1');
    await send(solana.shop.baseUrl, solana.shop.keys, `/payment_intents/${canceled.id}/cancel`, { method: 'POST' });
    expect(expectProblem(await prepare(canceled.id), 409, 'invalid_state').detail).toContain('canceled');
  });

  it('if the merchant’s wallet is empty', async () => {
    const other = await createMerchant(solana.options);
    await solana.addWallet(other.merchant_id, (await generateKeyPairSigner()).address);
    const due = { crypto_amount_requested: '0.00025 SOL', exchange_rate: '1 SOL = $100' };
    const id = createdId(await create(solana.shop.baseUrl, other, { ...validBody(), ...due }));
    const reply = await post(`${solana.shop.baseUrl}/${other.public_key}/checkout/${id}/transaction`, {
      network: NETWORK,
      payer: solana.scene.payer.address,
    });
    expect(expectProblem(reply, 409, 'invalid_state').detail).toContain('The merchant must send');
  });
});

describe('413 and 415', () => {
  it('for a body that is too large or not JSON', async () => {
    const { id } = await solana.createIntent('1');
    const large = await prepare(id, { payer: 'x'.repeat(LIMITS.payerBodyBytesMax) });
    expectProblem(large, 413, 'body_too_large');
    expect(large.headers.get('access-control-allow-origin')).toBe('*');
    const url = `${solana.checkoutOf(id)}/transaction`;
    expectProblem(await post(url, '{}', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type');
  });
});

describe('422 validation_failed', () => {
  it('names what is missing', async () => {
    const { id } = await solana.createIntent('1');
    expectPointers(await post(`${solana.checkoutOf(id)}/transaction`, {}), ['#/network', '#/payer']);
  });

  it.each([
    ['nowhere', 'Use one of these'],
    ['simulated', 'Browser wallets cannot pay'],
  ])('names the network %s', async (network, words) => {
    const { id } = await solana.createIntent('1');
    const reply = await prepare(id, { network });
    expectPointers(reply, ['#/network']);
    expect(reply.text).toContain(words);
  });

  it('rejects a payer that is not an address, is the merchant, or has insufficient funds', async () => {
    const { id } = await solana.createIntent('1');
    const code = async (payer: string, intent = id) => {
      const reply = await prepare(intent, { payer });
      expectPointers(reply, ['#/payer']);
      return (reply.json['errors'] as { code: string }[])[0]?.code;
    };
    expect(await code('nobody')).toBe('invalid_value');
    expect(await code(solana.scene.merchant.address)).toBe('invalid_value');
    const poor: Address = (await generateKeyPairSigner()).address;
    expect(await code(poor)).toBe('insufficient_funds');
    solana.scene.node.airdrop(poor, 1_000_000_000n);
    expect(await code(poor)).toBe('insufficient_funds');
    solana.scene.node.airdrop(poor, 5_000n);
    expect((await prepare(id, { payer: poor })).status).toBe(200);
    expect(await code(poor, (await solana.createIntent('1', 'USDC')).id)).toBe('insufficient_funds');
  });
});

describe('429 rate_limited', () => {
  it('after thirty in a minute for one intent, and not for another', async () => {
    const { id } = await solana.createIntent('1');
    const { transactionsPerMinute } = LIMITS;
    const startedMs = performance.now();
    // Twice as many, because the minute goes on meanwhile.
    const asked = 2 * transactionsPerMinute;
    const replies = await Promise.all(Array.from({ length: asked }, () => prepare(id, { network: 'nowhere' })));
    const refilled = ((performance.now() - startedMs) / 60_000) * transactionsPerMinute;
    const limited = replies.filter(({ status }) => status === 429);
    expect(limited.length).toBeLessThanOrEqual(asked - transactionsPerMinute);
    expect(limited.length).toBeGreaterThanOrEqual(asked - transactionsPerMinute - Math.ceil(refilled));
    expect(limited).not.toEqual([]);
    for (const reply of limited) {
      expectProblem(reply, 429, 'rate_limited');
      expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    }
    expect((await prepare((await solana.createIntent('1')).id)).status).toBe(200);
  });
});

describe('503 unavailable', () => {
  it('while no node responds', async () => {
    const { id } = await solana.createIntent('1');
    await solana.scene.stop();
    const reply = await prepare(id);
    const { detail } = expectProblem(reply, 503, 'unavailable');
    expect(detail).toContain('Solana');
    expect(reply.text).not.toContain(new URL(solana.scene.node.url).host);
    expect(reply.headers.get('retry-after')).toBe('5');
  });
});
