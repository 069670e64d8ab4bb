import { generateKeyPairSigner, type KeyPairSigner, signBytes } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scene, startSolanaScene } from '../chains/start-solana-scene.ts';
import { create, createdId, pricedAt, type Reply, send, validBody } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { florin } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { PASSWORD } from './browser.ts';
import { DocumentedAnswers, type OpenApiDoc } from './documented-answers.ts';
import { expectPointers, expectProblem } from './expect-problem.ts';
import { sendBytes } from './send-bytes.ts';
import { startTwoShops, type TwoShops } from './start-two-shops.ts';

/** No node is needed to understand a wallet or a signature. */
const NOBODY = 'http://127.0.0.1:9';
const WATCHED = { FLORIN_RPC_SOLANA: NOBODY, FLORIN_RPC_SOLANA_DEVNET: NOBODY };

let scene: Scene;
let shops: TwoShops;
let answers: DocumentedAnswers;

beforeAll(async () => {
  scene = await startSolanaScene();
  shops = await startTwoShops({ ...WATCHED, FLORIN_RPC_SOLANA_LOCAL: scene.node.url, FLORIN_LOG_LEVEL: 'fatal' });
  const document = await sendBytes(shops.server.baseUrl, { path: '/dashboard/api/openapi.json' });
  answers = new DocumentedAnswers(document.json as unknown as OpenApiDoc);
});

afterAll(async () => {
  await shops.stop();
  await scene.stop();
});

type Name = 'ada' | 'bob';

const call = (name: Name, method: string, path: string, body?: unknown): Promise<Reply> =>
  shops[name].browser.call(method, path, body === undefined ? {} : { body });

function expectDocumented(method: string, template: string, reply: Reply, status: number): Reply {
  expect([reply.status, reply.text]).toEqual([status, expect.anything()]);
  expect(answers.complaints(method, `/dashboard/api${template}`, reply)).toEqual([]);
  return reply;
}

const LIST = '/{mode}/wallets';

/** A wallet, and what its owner does with it on the dashboard in live mode. */
async function newWallet() {
  const owner = await generateKeyPairSigner();
  const wallet = { network: 'solana', address: owner.address as string };
  const add = (name: Name, more: object = {}) =>
    call(name, 'POST', '/live/wallets', { ...wallet, password: PASSWORD, ...more });
  const challenge = async (name: Name) =>
    expectDocumented('POST', `${LIST}/challenge`, await call(name, 'POST', '/live/wallets/challenge', wallet), 200)
      .json as { message: string; issued_at: string; expires_at: string };
  return { owner, wallet, add, challenge };
}

async function sign({ keyPair }: KeyPairSigner, message: string): Promise<string> {
  return Buffer.from(await signBytes(keyPair.privateKey, new TextEncoder().encode(message))).toString('base64');
}

const releasesOf = (walletId: unknown) =>
  runSql<{ reason: string }>(
    shops.databaseUrl,
    `SELECT details ->> 'reason' AS reason FROM florin_control.audit_log WHERE action = 'wallet.released' AND subject = $1`,
    [walletId],
  );

describe('an address that another merchant has added', () => {
  it('is taken back with a signature, and the other merchant is told', async () => {
    const { owner, wallet, add, challenge } = await newWallet();
    const { id } = expectDocumented('POST', LIST, await add('bob'), 201).json;
    const taken = expectDocumented('POST', LIST, await add('ada'), 409);
    expect(expectProblem(taken, 409, 'wallet_taken').detail).toContain('prove it with a signature');

    const { message, issued_at: issuedAt, expires_at: expiresAt } = await challenge('ada');
    expect(Date.parse(expiresAt) - Date.parse(issuedAt)).toBe(15 * 60_000);
    for (const part of [
      shops.server.baseUrl,
      shops.ada.merchantId,
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      wallet.address,
    ]) {
      expect(message).toContain(part);
    }
    const signature = await sign(owner, message);
    const proof = { issued_at: issuedAt, signature };
    expectProblem(await add('ada', { proof, password: 'wrong' }), 401, 'invalid_credentials');
    expectDocumented('POST', LIST, await add('ada', { proof }), 201);

    const lost = expectDocumented('GET', LIST, await call('bob', 'GET', '/live/wallets'), 200).json;
    expect(lost).toMatchObject({ data: [], released: [{ network: 'solana', address: wallet.address }] });
    expect((await call('ada', 'GET', '/live/wallets')).json).toMatchObject({
      data: [{ network: 'solana', addresses: [wallet.address] }],
      released: [],
    });
    expect(await releasesOf(id)).toEqual([{ reason: 'signature' }]);
    // Nobody else can use the same signature, and bob cannot sign.
    expectPointers(await add('bob', { proof }), ['#/proof/signature']);
    expectProblem(await add('bob'), 409, 'wallet_taken');
  });

  it('is not moved by a signature of somebody else, for somebody else, or from long ago', async () => {
    const { owner, add, challenge } = await newWallet();
    expect((await add('bob')).status).toBe(201);
    const [mine, theirs] = [await challenge('ada'), await challenge('bob')];
    const stranger = await generateKeyPairSigner();
    const wrong: [object, string][] = [
      [{ issued_at: mine.issued_at, signature: await sign(stranger, mine.message) }, '#/proof/signature'],
      [{ issued_at: theirs.issued_at, signature: await sign(owner, theirs.message) }, '#/proof/signature'],
      [{ issued_at: '2026-01-01T00:00:00.000Z', signature: await sign(owner, mine.message) }, '#/proof/issued_at'],
      [{ issued_at: '2026-99-99T00:00:00.000Z', signature: 'AAAA' }, '#/proof/issued_at'],
      [{ issued_at: 'today', signature: 'AAAA' }, '#/proof/issued_at'],
    ];
    for (const [proof, pointer] of wrong) {
      expectPointers(expectDocumented('POST', LIST, await add('ada', { proof }), 422), [pointer]);
    }
    expectProblem(await add('ada'), 409, 'wallet_taken');
  });

  it('is taken over through the API too, and then takes effect after a day', async () => {
    const { owner, wallet, add } = await newWallet();
    expect((await add('bob')).status).toBe(201);
    const { baseUrl } = shops.server;
    const { json } = await send(baseUrl, shops.ada.keys.live, '/wallets/challenge', { body: wallet });
    const proof = { issued_at: json['issued_at'], signature: await sign(owner, String(json['message'])) };
    const reply = await send(baseUrl, shops.ada.keys.live, '/wallets', { body: { ...wallet, proof } });
    expect([reply.status, reply.text]).toEqual([201, expect.anything()]);
    expect(Date.parse(String(reply.json['effective_at'])) - Date.now()).toBeGreaterThan(23 * 3_600_000);
  });

  it('is free after the other merchant removed it, or the operator released it', async () => {
    const [first, second] = [await newWallet(), await newWallet()];
    const { id } = (await first.add('bob')).json;
    await call('bob', 'DELETE', `/live/wallets/${String(id)}`, { password: PASSWORD });
    expectProblem(await first.add('ada'), 409, 'wallet_taken');
    await runSql(
      shops.databaseUrl,
      `UPDATE florin_control.wallets SET removed_at = removed_at - interval '61 seconds' WHERE removed_at IS NOT NULL`,
    );
    expect((await first.add('ada')).status).toBe(201);

    expect((await second.add('bob')).status).toBe(201);
    const options = { ...shops.options, env: WATCHED };
    const release = () =>
      florin(options, 'wallets', 'release', '--network', 'solana', '--address', second.wallet.address);
    expect(await release()).toMatchObject({ merchant_id: shops.bob.merchantId, released: true });
    await expect(release()).rejects.toMatchObject({ stderr: 'No merchant on this server uses this wallet.\n' });
    expect((await second.add('ada')).status).toBe(201);
  });
});

/** An intent of a shop on the local network, which a payer has opened. */
async function openIntent(name: Name): Promise<string> {
  const { baseUrl } = shops.server;
  const { test } = shops[name].keys;
  const id = createdId(await create(baseUrl, test, { ...validBody(), ...pricedAt(100, '1.5 SOL') }));
  const status = await send(baseUrl, test, `/checkout/${id}/status`);
  expect(status.json['options']).toContainEqual(expect.objectContaining({ network: 'solana-local' }));
  return id;
}

const transfersOf = async (name: Name) =>
  (await call(name, 'GET', '/test/transfers')).json['data'] as { id: string; tx: string; claims: unknown[] }[];

const claim = (name: Name, id: string, tx: string) =>
  send(shops.server.baseUrl, shops[name].keys.test, `/checkout/${id}/claim`, { body: { tx } });

const assign = (name: Name, transferId: string | undefined, id: string) =>
  call(name, 'POST', `/test/transfers/${transferId}/assign`, { payment_intent_id: id });

describe('money that names nobody, after a takeover', () => {
  it('belongs to the new holder: the former one cannot claim it, and does not see it', async () => {
    const { merchant: owner, payer, actors } = scene;
    const wallet = { network: 'solana-local', address: owner.address as string };
    const add = (name: Name, proof?: object) =>
      call(name, 'POST', '/test/wallets', { ...wallet, password: PASSWORD, ...(proof ? { proof } : {}) });
    expect((await add('bob')).status).toBe(201);
    const bobs = await openIntent('bob');
    const challenge = (await call('ada', 'POST', '/test/wallets/challenge', wallet)).json;
    const signature = await sign(owner, String(challenge['message']));
    expect((await add('ada', { issued_at: challenge['issued_at'], signature })).status).toBe(201);
    const adas = await openIntent('ada');

    scene.catchUp();
    const tx = await actors.send(payer, [actors.pay(payer, owner.address, 1_500_000_000n)]);
    scene.finalize();
    const [transfer] = await waitUntil('the transfer is listed for its owner', async () => {
      const found = (await transfersOf('ada')).filter((one) => one.tx === tx);
      return found.length > 0 ? found : undefined;
    });
    expect(await claim('bob', bobs, tx)).toMatchObject({ status: 200, json: { result: 'not_found', proof: null } });
    expect(await transfersOf('bob')).toEqual([]);
    expectProblem(await assign('bob', transfer?.id, bobs), 404, 'not_found');
    expect((await claim('ada', adas, tx)).json).toMatchObject({ result: 'under_review' });
    expect((await assign('ada', transfer?.id, adas)).json).toMatchObject({ payments: [{ tx }] });
    // The transfer may have been listed before its block was final.
    await waitUntil('the money is credited', async () => {
      const { json } = await send(shops.server.baseUrl, shops.ada.keys.test, `/payment_intents/${adas}`);
      return json['status'] === 'succeeded';
    });
  });
});
