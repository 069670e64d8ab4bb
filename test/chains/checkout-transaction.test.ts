import {
  type Address,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getTransactionDecoder,
  signTransaction,
} from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DocumentedAnswers } from '../http/documented-answers.ts';
import { expectPointers, expectProblem } from '../http/expect-problem.ts';
import { create, createdId, type Reply, send, validBody } from '../support/client.ts';
import { createMerchant } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { createFetchRpc } from './fetch-rpc.ts';
import { type SolanaShop, startSolanaShop } from './start-solana-shop.ts';

let place: SolanaShop;
let answers: DocumentedAnswers;

beforeAll(async () => {
  place = await startSolanaShop();
  answers = await DocumentedAnswers.of(place.shop.baseUrl);
});

afterAll(() => place.stop());

const NETWORK = 'solana-local';

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
  });
  const answered = await answer.text();
  const json = JSON.parse(answered) as Record<string, unknown>;
  const reply = { status: answer.status, headers: answer.headers, text: answered, json };
  expect(answers.complaints('POST', '/{public_key}/checkout/{payment_intent_id}/transaction', reply)).toEqual([]);
  return reply;
}

const prepare = (id: string, more: object = {}) =>
  post(`${place.checkoutOf(id)}/transaction`, { network: NETWORK, payer: place.scene.payer.address, ...more });

/** What a wallet does with it. */
async function signAndSend(wire: unknown): Promise<void> {
  const decoded = getTransactionDecoder().decode(getBase64Encoder().encode(String(wire)));
  const signed = await signTransaction([place.scene.payer.keyPair], decoded);
  const rpc = createFetchRpc(place.scene.node.url);
  await rpc.call('sendTransaction', [getBase64EncodedWireTransaction(signed), { encoding: 'base64' }]);
}

const statusOf = async (id: string) =>
  (await send(place.shop.baseUrl, place.shop.keys, `/payment_intents/${id}`)).json['status'];

const until = (id: string, status: string) => waitUntil(`${id} ${status}`, async () => (await statusOf(id)) === status);

describe('200 for an open intent', () => {
  it.each([
    ['0.00025', 'SOL'],
    ['3.5', 'USDC'],
  ])('%s %s: signed and sent, it pays', async (amount, asset) => {
    const { id } = await place.ask(amount, asset);
    const reply = await prepare(id);
    expect(reply.status, reply.text).toBe(200);
    expect(Object.keys(reply.json)).toEqual(['transaction', 'network', 'chain']);
    expect(reply.json).toMatchObject({ network: NETWORK, chain: 'solana:localnet' });
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(await statusOf(id)).toBe('requires_payment');
    await signAndSend(reply.json['transaction']);
    place.scene.finalize();
    await until(id, 'succeeded');
  });

  it('gives an intent its place that nobody has looked at yet', async () => {
    const due = { crypto_amount_requested: '0.01 SOL', exchange_rate: '1 SOL = $100' };
    const id = createdId(await create(place.shop.baseUrl, place.shop.keys, { ...validBody(), ...due }));
    const { transaction } = (await prepare(id)).json;
    await signAndSend(transaction);
    place.scene.finalize();
    await until(id, 'succeeded');
  });

  it('asks for what is left, and names the chain in the status', async () => {
    const { actors, payer, merchant } = place.scene;
    const { id, reference } = await place.ask('1');
    await actors.send(payer, [actors.pay(payer, merchant.address, 400_000_000n, [reference])]);
    place.scene.finalize();
    await until(id, 'partially_paid');
    const state = (await (await fetch(`${place.checkoutOf(id)}/status`)).json()) as {
      options: { network: string; wallet_chain: string | null }[];
    };
    expect(new Map(state.options.map(({ network, wallet_chain }) => [network, wallet_chain]))).toEqual(
      new Map([
        ['simulated', null],
        [NETWORK, 'solana:localnet'],
      ]),
    );
    await signAndSend((await prepare(id)).json['transaction']);
    place.scene.finalize();
    await until(id, 'succeeded');
    const { json } = await send(place.shop.baseUrl, place.shop.keys, `/payment_intents/${id}`);
    expect(json).toMatchObject({ amount_received: '1', overpaid_by: '0' });
  });

  it('lets the page of any origin send JSON', async () => {
    const { id } = await place.ask('1');
    const answer = await fetch(`${place.checkoutOf(id)}/transaction`, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-headers')).toBe('content-type');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect((await fetch(`${place.checkoutOf(id)}/transaction`)).headers.get('allow')).toBe('POST, OPTIONS');
  });
});

describe('404', () => {
  it('for an intent that is not there, or is another merchant’s', async () => {
    const { id } = await place.ask('1');
    expectProblem(await prepare('pi_0000000000000000000000'), 404, 'not_found');
    const { public_key } = await createMerchant(place.options);
    const reply = await post(`${place.shop.baseUrl}/${public_key}/checkout/${id}/transaction`, {
      network: NETWORK,
      payer: place.scene.payer.address,
    });
    expectProblem(reply, 404, 'not_found');
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('409 invalid_state', () => {
  it('for an intent that is paid, canceled, or all on its way', async () => {
    const { actors, payer, merchant } = place.scene;
    const { id, reference } = await place.ask('0.1');
    await actors.send(payer, [actors.pay(payer, merchant.address, 100_000_000n, [reference])]);
    await until(id, 'processing');
    expectProblem(await prepare(id), 409, 'invalid_state');
    place.scene.finalize();
    await until(id, 'succeeded');
    expectProblem(await prepare(id), 409, 'invalid_state');
    const canceled = await place.ask('0.1');
    await send(place.shop.baseUrl, place.shop.keys, `/payment_intents/${canceled.id}/cancel`, { method: 'POST' });
    expect(expectProblem(await prepare(canceled.id), 409, 'invalid_state').detail).toContain('canceled');
  });

  it('where the merchant’s wallet is empty, in a sentence', async () => {
    const other = await createMerchant(place.options);
    await place.addWallet(other.merchant_id, (await generateKeyPairSigner()).address);
    const due = { crypto_amount_requested: '0.00025 SOL', exchange_rate: '1 SOL = $100' };
    const id = createdId(await create(place.shop.baseUrl, other, { ...validBody(), ...due }));
    const reply = await post(`${place.shop.baseUrl}/${other.public_key}/checkout/${id}/transaction`, {
      network: NETWORK,
      payer: place.scene.payer.address,
    });
    expect(expectProblem(reply, 409, 'invalid_state').detail).toContain('The merchant has to send');
  });
});

describe('413 and 415', () => {
  it('for a body that is too large, or no JSON', async () => {
    const { id } = await place.ask('1');
    const large = await prepare(id, { payer: 'x'.repeat(1_100) });
    expectProblem(large, 413, 'body_too_large');
    expect(large.headers.get('access-control-allow-origin')).toBe('*');
    const url = `${place.checkoutOf(id)}/transaction`;
    expectProblem(await post(url, '{}', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type');
  });
});

describe('422 validation_failed', () => {
  it('names what is missing', async () => {
    const { id } = await place.ask('1');
    expectPointers(await post(`${place.checkoutOf(id)}/transaction`, {}), ['#/network', '#/payer']);
  });

  it.each([
    ['nowhere', 'it can on'],
    ['simulated', 'No wallet in a browser'],
  ])('names the network %s', async (network, words) => {
    const { id } = await place.ask('1');
    const reply = await prepare(id, { network });
    expectPointers(reply, ['#/network']);
    expect(reply.text).toContain(words);
  });

  it('names a payer that is no address, that is to be paid itself, or that has too little', async () => {
    const { id } = await place.ask('1');
    const code = async (payer: string, intent = id) => {
      const reply = await prepare(intent, { payer });
      expectPointers(reply, ['#/payer']);
      return (reply.json['errors'] as { code: string }[])[0]?.code;
    };
    expect(await code('nobody')).toBe('invalid_value');
    expect(await code(place.scene.merchant.address)).toBe('invalid_value');
    const poor: Address = (await generateKeyPairSigner()).address;
    expect(await code(poor)).toBe('insufficient_funds');
    place.scene.node.airdrop(poor, 1_000_000_000n);
    expect(await code(poor)).toBe('insufficient_funds');
    place.scene.node.airdrop(poor, 5_000n);
    expect((await prepare(id, { payer: poor })).status).toBe(200);
    expect(await code(poor, (await place.ask('1', 'USDC')).id)).toBe('insufficient_funds');
  });
});

describe('429 rate_limited', () => {
  it('after thirty in a minute for one intent, and not for another', async () => {
    const { id } = await place.ask('1');
    const replies = await Promise.all(Array.from({ length: 31 }, () => prepare(id, { network: 'nowhere' })));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    for (const reply of refused) {
      expectProblem(reply, 429, 'rate_limited');
      expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    }
    expect((await prepare((await place.ask('1')).id)).status).toBe(200);
  });
});

describe('503 unavailable', () => {
  it('while no node answers', async () => {
    const { id } = await place.ask('1');
    await place.scene.stop();
    const reply = await prepare(id);
    const { detail } = expectProblem(reply, 503, 'unavailable');
    expect(detail).toContain('Solana');
    expect(reply.text).not.toContain(new URL(place.scene.node.url).host);
    expect(reply.headers.get('retry-after')).toBe('5');
  });
});
