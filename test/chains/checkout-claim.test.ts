import { type Address, generateKeyPairSigner, type KeyPairSigner, signBytes } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/domain/limits.ts';
import { DocumentedAnswers } from '../http/documented-answers.ts';
import { expectPointers, expectProblem } from '../http/expect-problem.ts';
import type { Shop } from '../http/start-shop.ts';
import { create, createdId, type Keys, type Reply, send, validBody } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { createMerchant, florin } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type SolanaShop, startSolanaShop } from './start-solana-shop.ts';

interface Intent {
  status: string;
  review: { cause: string } | null;
  payments: unknown[];
  sequence: number;
}

interface Transfer {
  id: string;
  tx: string;
  reason: string;
  payment_intent_id: string | null;
  claims: { payment_intent_id: string; proof: { address: string } | null }[];
}

let solana: SolanaShop;
let documented: DocumentedAnswers;
let clients = 0;

beforeAll(async () => {
  solana = await startSolanaShop({ FLORIN_TRUST_PROXY: '127.0.0.1' });
  documented = await DocumentedAnswers.of(solana.shop.baseUrl);
});

afterAll(() => solana.stop());

interface Claimant {
  client?: string;
  keys?: Keys;
  at?: Shop;
}

/** Every claim comes from a different client unless the test chooses one. */
async function claim(id: string, body: object, { client, keys, at = solana.shop }: Claimant = {}): Promise<Reply> {
  clients += 1;
  const response = await fetch(`${at.baseUrl}/${(keys ?? at.keys).public_key}/checkout/${id}/claim`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': client ?? `198.51.100.${clients}` },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const json = JSON.parse(text) as Record<string, unknown>;
  const reply: Reply = { status: response.status, headers: response.headers, text, json };
  expect(documented.complaints('POST', '/{public_key}/checkout/{payment_intent_id}/claim', reply)).toEqual([]);
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  return reply;
}

async function signAs({ address, keyPair }: KeyPairSigner, message: string) {
  const signature = await signBytes(keyPair.privateKey, new TextEncoder().encode(message));
  return { address, signature: Buffer.from(signature).toString('base64') };
}

async function resultOf(id: string, tx: string, more: object = {}): Promise<unknown> {
  const reply = await claim(id, { tx, ...more });
  expect(reply.status, reply.text).toBe(200);
  return reply.json['result'];
}

const read = async (id: string) =>
  (await send(solana.shop.baseUrl, solana.shop.keys, `/payment_intents/${id}`)).json as unknown as Intent;

const until = (id: string, status: string) =>
  waitUntil(`${id} ${status}`, async () => {
    const intent = await read(id);
    return intent.status === status ? intent : undefined;
  });

const listed = async (tx: string): Promise<Transfer[]> => {
  const { json } = await send(solana.shop.baseUrl, solana.shop.keys, '/transfers');
  return (json['data'] as Transfer[]).filter((transfer) => transfer.tx === tx);
};

const pay = (lamports: bigint, references: Address[] = [], to: Address = solana.scene.merchant.address) =>
  solana.scene.actors.send(solana.scene.payer, [solana.scene.actors.pay(solana.scene.payer, to, lamports, references)]);

const untilListed = (tx: string) => waitUntil(`${tx} in the list`, async () => (await listed(tx)).length > 0);

describe('200 will_be_counted and already_counted', () => {
  it('for a transaction with the reference, which is counted by the watcher and not by the claim', async () => {
    const { id, reference } = await solana.createIntent('0.1');
    const tx = await pay(100_000_000n, [reference]);
    expect(['will_be_counted', 'already_counted']).toContain(await resultOf(id, ` ${tx} `));
    await until(id, 'processing');
    expect(await resultOf(id, tx, { network: 'solana-local' })).toBe('already_counted');
    solana.scene.finalize();
    const { sequence } = await until(id, 'succeeded');
    expect(await resultOf(id, tx)).toBe('already_counted');
    expect(await read(id)).toMatchObject({ status: 'succeeded', sequence });
    expect(await listed(tx)).toEqual([]);
  });

  it('if no worker is running, and the claim changes nothing', async () => {
    const unwatched = await startSolanaShop({ FLORIN_ROLES: 'api', FLORIN_TRUST_PROXY: '127.0.0.1' });
    try {
      const { shop, scene } = unwatched;
      const { id, reference } = await unwatched.createIntent('0.1');
      const { actors, payer, merchant } = scene;
      const tx = await actors.send(payer, [actors.pay(payer, merchant.address, 100_000_000n, [reference])]);
      scene.finalize();
      expect((await claim(id, { tx }, { at: shop })).json['result']).toBe('will_be_counted');
      const { json } = await send(shop.baseUrl, shop.keys, `/payment_intents/${id}`);
      expect(json).toMatchObject({ status: 'requires_payment', amount_received: '0', payments: [], sequence: 1 });
    } finally {
      await unwatched.stop();
    }
  });
});

describe('200 under_review', () => {
  it('for a payment without a reference, which is listed with the intent and puts it into review once', async () => {
    const { id } = await solana.createIntent('0.2');
    const tx = await pay(200_000_000n);
    expect(await resultOf(id, tx)).toBe('under_review');
    const reviewed = await read(id);
    expect(reviewed).toMatchObject({ status: 'needs_review', review: { cause: 'ambiguous' }, payments: [] });
    expect(await resultOf(id, tx)).toBe('under_review');
    expect((await read(id)).sequence).toBe(reviewed.sequence);
    solana.scene.finalize();
    expect(await listed(tx)).toMatchObject([
      { reason: 'no_reference', payment_intent_id: null, claims: [{ payment_intent_id: id, proof: null }] },
    ]);
    const { json } = await send(solana.shop.baseUrl, solana.shop.keys, `/transfers?payment_intent_id=${id}`);
    expect(json['data']).toMatchObject([{ tx }]);
  });

  it('for every claimant of the same transfer, which names none of them', async () => {
    const [first, second] = [await solana.createIntent('0.2'), await solana.createIntent('0.2')];
    const tx = await pay(200_000_000n);
    for (const { id } of [first, second]) expect(await resultOf(id, tx)).toBe('under_review');
    const [transfer] = await listed(tx);
    expect(transfer?.payment_intent_id).toBeNull();
    expect(transfer?.claims.map((one) => one.payment_intent_id)).toEqual([first.id, second.id]);
  });

  it('with the message that the sender signs to prove it', async () => {
    const { id } = await solana.createIntent('0.2');
    const tx = await pay(200_000_000n);
    const { json } = await claim(id, { tx });
    expect(json['proof']).toMatchObject({
      accounts: [solana.scene.payer.address],
      network: 'solana-local',
      wallet_chain: 'solana:localnet',
      proven: false,
    });
    const { message } = json['proof'] as { message: string };
    for (const line of [`Website: ${solana.shop.baseUrl}`, `Payment intent: ${id}`, `Transaction: ${tx}`])
      expect(message.split('\n')).toContain(line);
    const proven = await claim(id, { tx, proof: await signAs(solana.scene.payer, message) });
    expect(proven.json).toMatchObject({ result: 'under_review', proof: { proven: true } });
    expect(await listed(tx)).toMatchObject([{ claims: [{ proof: { address: solana.scene.payer.address } }] }]);
    expect(await read(id)).toMatchObject({ status: 'needs_review', payments: [] });
  });

  it('for an unmatched transfer, which the merchant then assigns', async () => {
    const { id } = await solana.createIntent('0.2');
    const tx = await pay(200_000_000n);
    solana.scene.finalize();
    await untilListed(tx);
    expect(await resultOf(id, tx)).toBe('under_review');
    const [transfer] = await listed(tx);
    expect(transfer).toMatchObject({ claims: [{ payment_intent_id: id }] });
    const scopes = ['payments:read', 'payments:override'].flatMap((scope) => ['--scope', scope]);
    const merchant = ['--merchant', solana.shop.keys.merchant_id];
    const override = await florin<Keys>(solana.options, 'keys', 'create', ...merchant, ...scopes);
    const path = `/transfers/${transfer?.id}/assign`;
    const { json } = await send(solana.shop.baseUrl, override, path, { body: { payment_intent_id: id } });
    expect(json).toMatchObject({ status: 'succeeded', payments: [{ tx, state: 'final' }] });
    expect(await resultOf(id, tx)).toBe('already_counted');
    expect(await resultOf((await solana.createIntent('0.2')).id, tx)).toBe('not_found');
  });

  it('for an expired intent', async () => {
    const { id } = await solana.createIntent('0.2');
    await runSql(
      solana.shop.databaseUrl,
      `UPDATE florin_data.payment_intents SET status = 'expired', expires_at = now()`,
    );
    const tx = await pay(200_000_000n);
    expect(await resultOf(id, tx)).toBe('under_review');
    expect(await read(id)).toMatchObject({ status: 'needs_review', review: { cause: 'ambiguous' } });
  });

  it('for another asset: a known one is left to the watcher, an unknown one is listed', async () => {
    const { actors, payer, merchant, usdc } = solana.scene;
    const { id, reference } = await solana.createIntent('0.3');
    const fake = await actors.createToken();
    await actors.give(payer.address, fake, 1_000_000n);
    const payIn = async (token: typeof usdc, amount: bigint) =>
      actors.send(payer, [
        await actors.openAssociated(payer, merchant.address, token),
        await actors.payToken(payer, await actors.associated(merchant.address, token), amount, {
          token,
          references: [reference],
        }),
      ]);
    const unknown = await payIn(fake, 500_000n);
    expect(await resultOf(id, unknown)).toBe('under_review');
    expect(await listed(unknown)).toMatchObject([{ reason: 'unknown_token', payment_intent_id: id }]);
    const known = await payIn(usdc, 30_000_000n);
    expect(['under_review', 'already_counted']).toContain(await resultOf(id, known));
    expect(await until(id, 'needs_review')).toMatchObject({ review: { cause: 'ambiguous' } });
  });
});

describe('200 failed', () => {
  it('for a transaction that moved nothing', async () => {
    const { actors, payer, merchant } = solana.scene;
    const { id, reference } = await solana.createIntent('0.1');
    const tooMuch = actors.pay(payer, merchant.address, 10n ** 15n, [reference]);
    const tx = await actors.send(payer, [tooMuch], { skipPreflight: true });
    expect(await resultOf(id, tx)).toBe('failed');
    expect(await read(id)).toMatchObject({ status: 'requires_payment', payments: [] });
  });
});

describe('200 not_found', () => {
  it('for an invalid transaction ID', async () => {
    const { id } = await solana.createIntent('0.1');
    for (const tx of ['nonsense', '1'.repeat(64), '5'.repeat(88), '\u202e'])
      expect(await resultOf(id, tx)).toBe('not_found');
  });

  it('for payments to someone else, to another merchant, and for another intent of this merchant', async () => {
    const { id } = await solana.createIntent('0.1');
    const stranger = await pay(100_000_000n, [], (await generateKeyPairSigner()).address);
    expect(await resultOf(id, stranger)).toBe('not_found');
    const other = await createMerchant(solana.options);
    const wallet = (await generateKeyPairSigner()).address;
    await solana.addWallet(other.merchant_id, wallet);
    const due = { crypto_amount_requested: '0.1 SOL', exchange_rate: '1 SOL = $100' };
    const theirs = createdId(await create(solana.shop.baseUrl, other, { ...validBody(), ...due }));
    await fetch(`${solana.shop.baseUrl}/${other.public_key}/checkout/${theirs}/status`);
    const foreign = await pay(100_000_000n, [], wallet);
    expect(await resultOf(id, foreign)).toBe('not_found');
    expect((await claim(theirs, { tx: foreign }, { keys: other })).json['result']).toBe('under_review');
    const { reference } = await solana.createIntent('0.1');
    const named = await pay(100_000_000n, [reference]);
    expect(await resultOf(id, named)).toBe('not_found');
    expect(await read(id)).toMatchObject({ status: 'requires_payment', review: null });
  });

  it('for dust, and for payments from before the intent was created', async () => {
    const old = await pay(100_000_000n);
    const dust = await pay(1n);
    const { id } = await solana.createIntent('0.1');
    await runSql(
      solana.shop.databaseUrl,
      `UPDATE florin_data.payment_intents SET created_at = now() + interval '1 hour' WHERE request_body LIKE '%0.1 SOL%'`,
    );
    expect(await resultOf(id, old)).toBe('not_found');
    expect(await resultOf(id, dust)).toBe('not_found');
    expect(await read(id)).toMatchObject({ status: 'requires_payment' });
  });
});

describe('404', () => {
  it('for an intent of another merchant', async () => {
    const { id } = await solana.createIntent('0.1');
    expectProblem(await claim('pi_0000000000000000000000', { tx: 'x' }), 404, 'not_found');
    expectProblem(await claim(id, { tx: 'x' }, { keys: await createMerchant(solana.options) }), 404, 'not_found');
  });
});

describe('422', () => {
  it('names what is wrong', async () => {
    const { id } = await solana.createIntent('0.1');
    expectPointers(await claim(id, {}), ['#/tx']);
    expectPointers(await claim(id, { tx: 'x'.repeat(201) }), ['#/tx']);
    expectPointers(await claim(id, { tx: 'x', network: 'bitcoin' }), ['#/network']);
    expectPointers(await claim(id, { tx: 'x', proof: {} }), ['#/proof/address', '#/proof/signature']);
  });

  it('for a proof by another account, of another text or for another intent, and marks nothing', async () => {
    const { payer } = solana.scene;
    const [mine, other] = [await solana.createIntent('0.2'), await solana.createIntent('0.2')];
    const tx = await pay(200_000_000n);
    const messageFor = async (id: string) => ((await claim(id, { tx })).json['proof'] as { message: string }).message;
    const [own, foreign] = [await messageFor(mine.id), await messageFor(other.id)];
    const stranger = await generateKeyPairSigner();
    const prove = async (proof: object) => claim(mine.id, { tx, proof });
    expectPointers(await prove(await signAs(stranger, own)), ['#/proof/address']);
    expectPointers(await prove({ ...(await signAs(stranger, own)), address: payer.address }), ['#/proof/signature']);
    expectPointers(await prove(await signAs(payer, foreign)), ['#/proof/signature']);
    expect((await listed(tx)).flatMap(({ claims }) => claims.map(({ proof }) => proof))).toEqual([null, null]);
  });
});

describe('429 rate_limited', () => {
  it('after five in a minute for one intent', async () => {
    const { id } = await solana.createIntent('0.1');
    for (let round = 0; round < 5; round += 1) expect(await resultOf(id, 'x')).toBe('not_found');
    const limited = await claim(id, { tx: 'x' });
    expectProblem(limited, 429, 'rate_limited');
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await resultOf((await solana.createIntent('0.1')).id, 'x')).toBe('not_found');
  });

  it('after twenty in a minute from one client', async () => {
    const { claimsPerMinuteOfClient } = LIMITS;
    const claimOne = async (): Promise<Reply> => {
      const { id } = await solana.createIntent('0.1');
      return claim(id, { tx: 'x' }, { client: '203.0.113.7' });
    };
    const startedMs = performance.now();
    let reply = await claimOne();
    let passed = 0;
    for (; reply.status === 200; passed += 1) reply = await claimOne();
    expectProblem(reply, 429, 'rate_limited');
    // The minute goes on meanwhile.
    const refilled = ((performance.now() - startedMs) / 60_000) * claimsPerMinuteOfClient;
    expect(passed).toBeGreaterThanOrEqual(claimsPerMinuteOfClient);
    expect(passed).toBeLessThanOrEqual(claimsPerMinuteOfClient + Math.ceil(refilled));
    expect(await resultOf((await solana.createIntent('0.1')).id, 'x')).toBe('not_found');
  });
});

describe('503 unavailable', () => {
  it('while no node responds', async () => {
    const { id } = await solana.createIntent('0.1');
    await solana.scene.stop();
    expect(expectProblem(await claim(id, { tx: '5'.repeat(88) }), 503, 'unavailable')).toMatchObject({
      network: 'Local Solana',
    });
  });
});
