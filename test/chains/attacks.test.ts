import { type Address, address, generateKeyPairSigner, type KeyPairSigner, signBytes } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { getSyncNativeInstruction } from '@solana-program/token';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openChain } from '../../src/chains/registry.ts';
import { createSimulatedChain } from '../../src/chains/simulated/create-simulated-chain.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '../../src/chains/solana/well-known.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import { SCALE } from '../../src/domain/money/decimal.ts';
import { cryptoAmount } from '../../src/domain/money/money.ts';
import type { ChainAdapter } from '../../src/ports/chain.ts';
import type { SimulatedTransfer } from '../../src/ports/simulated-ledger.ts';
import { random } from '../../src/system/random.ts';
import { type EngineDatabase, openPostgres } from '../store/engine-databases.ts';
import { clock, newAccount } from './chain-reader.ts';
import { mineOnly, payNothing, payTwice, spendElsewhere } from './craft-transactions.ts';
import { type CreatedIntent, type MerchantAccount, openMerchantAccount } from './open-merchant-account.ts';
import { NOTHING, paid, type Row, runAttack } from './run-attack.ts';
import type { Token } from './solana-actors.ts';
import { type BitcoinNodeProcess, NODE_PROGRAMS, startBitcoinNode } from './start-bitcoin-node.ts';
import { startEsploraFacade } from './start-esplora-facade.ts';
import { type Scene, startSolanaScene } from './start-solana-scene.ts';

const U64_MAX = 2n ** 64n - 1n;
const U256_MAX = 2n ** 256n - 1n;

const referencesOf = (created: readonly CreatedIntent[]) => created.map(({ reference = '' }) => address(reference));
const addressOf = (created: readonly CreatedIntent[], number = 0) => created[number]?.address ?? '';

let opened: EngineDatabase;
beforeAll(async () => {
  opened = await openPostgres(inject('embeddedUrl'));
});
afterAll(() => opened.close());

describe('on Solana', () => {
  interface Fixture {
    account: MerchantAccount;
    wallet: Address;
  }

  let scene: Scene;
  let chain: ChainAdapter;
  let usdt: Token;
  let big: Token;
  let fake: Token;
  /** Another merchant on the same server, who is also an attacker. */
  let rival: { account: MerchantAccount; wallet: Address };

  const openAccount = async (): Promise<Fixture> => {
    const wallet = await generateKeyPairSigner();
    scene.node.airdrop(wallet.address, SOL);
    const account = openMerchantAccount({
      opened,
      chain,
      wallet: { text: wallet.address },
      nowMs: () => scene.node.nowMs(),
    });
    return { account, wallet: wallet.address };
  };

  beforeAll(async () => {
    scene = await startSolanaScene();
    const { actors, payer } = scene;
    usdt = await actors.createToken();
    big = await actors.createToken({ decimals: 0 });
    fake = await actors.createToken({ symbol: 'USDC' });
    await actors.give(payer.address, usdt, 10n ** 12n);
    await actors.give(payer.address, big, U64_MAX);
    await actors.give(payer.address, fake, 10n ** 12n);
    const network = 'solana-local';
    chain = scene.createChain([
      ...scene.chain.assets,
      { code: 'USDT', network, token: usdt.mint, decimals: 6 },
      { code: 'BIG', network, token: big.mint, decimals: 0 },
    ]);
    rival = await openAccount();
    await rival.account.createIntent('1 SOL');
  });

  afterAll(() => scene.stop());

  const SOL = 1_000_000_000n;

  /** Pays SOL to a wallet with the references of these intents, and finalizes it. */
  async function pay(
    to: string,
    lamports: bigint,
    named: readonly CreatedIntent[],
    from?: KeyPairSigner,
  ): Promise<void> {
    const { actors, payer } = scene;
    const sender = from ?? payer;
    await actors.send(sender, [actors.pay(sender, address(to), lamports, referencesOf(named))]);
    scene.finalize();
  }

  async function payToken(
    token: Token,
    { wallet }: Fixture,
    units: bigint,
    named: readonly CreatedIntent[],
  ): Promise<void> {
    const { actors, payer } = scene;
    const account = await actors.associated(wallet, token);
    await actors.send(payer, [
      await actors.openAssociated(payer, wallet, token),
      await actors.payToken(payer, account, units, { token, references: referencesOf(named) }),
    ]);
    scene.finalize();
  }

  const rows: Row<Fixture>[] = [
    {
      attack: 'a transaction that failed',
      due: ['0.5 SOL'],
      async send({ wallet }, named) {
        const { actors, payer } = scene;
        const instruction = actors.pay(payer, wallet, 10n ** 15n, referencesOf(named));
        await actors.send(payer, [instruction], { skipPreflight: true });
        scene.finalize();
      },
      intents: [NOTHING],
      unmatched: ['failed 0 SOL for 1'],
    },
    {
      attack: 'a token of another mint that is named USDC',
      due: ['12.5 USDC'],
      send: (fixture, named) => payToken(fake, fixture, 12_500_000n, named),
      intents: [NOTHING],
      unmatched: ['unknown_token 12.5 of an unknown token for 1'],
    },
    {
      attack: 'a known token that was not requested',
      due: ['12.5 USDC'],
      send: (fixture, named) => payToken(usdt, fixture, 12_500_000n, named),
      intents: [
        { status: 'needs_review', cause: 'wrong_asset', flags: ['wrong_asset'], payments: ['final 12.5 USDT'] },
      ],
      unmatched: [],
      afterwards: {
        send: (fixture, named) => payToken(scene.usdc, fixture, 12_500_000n, named),
        intents: [{ ...paid('12.5', 'final 12.5 USDC', 'final 12.5 USDT'), flags: ['wrong_asset'] }],
        unmatched: [],
      },
    },
    {
      attack: 'wrapped SOL instead of SOL',
      due: ['0.5 SOL'],
      async send({ wallet }, named) {
        const { actors, payer } = scene;
        const wrapped = { mint: WRAPPED_SOL, decimals: 9, program: TOKEN_PROGRAM };
        const [from, to] = [await actors.associated(payer.address, wrapped), await actors.associated(wallet, wrapped)];
        await actors.send(payer, [
          await actors.openAssociated(payer, payer.address, wrapped),
          await actors.openAssociated(payer, wallet, wrapped),
          getTransferSolInstruction({ source: payer, destination: from, amount: SOL / 2n }),
          getSyncNativeInstruction({ account: from }),
        ]);
        const references = referencesOf(named);
        // It names the merchant's token account, but not the merchant.
        await actors.send(payer, [await actors.payToken(payer, to, SOL / 2n, { token: wrapped, references })]);
        scene.finalize();
      },
      intents: [NOTHING],
      unmatched: ['unknown_token 0.5 of an unknown token for 1'],
    },
    {
      attack: 'dust from a stranger with a known reference, before and after the payment',
      due: ['0.5 SOL'],
      async send({ wallet }, named) {
        const stranger = await generateKeyPairSigner();
        scene.node.airdrop(stranger.address, SOL);
        await pay(wallet, 1n, named, stranger);
        await pay(wallet, SOL / 2n, named);
        await pay(wallet, 2n, named, stranger);
        // This one does not pay the merchant and is in none of the merchant's lists.
        await pay(scene.payer.address, 1n, named, stranger);
      },
      intents: [paid('0.5', 'final 0.5 SOL')],
      unmatched: ['2 not listed, 0.000000003 SOL'],
    },
    {
      attack: 'more than dust, and less than a thousandth, from a stranger with a known reference',
      due: ['0.5 SOL'],
      send: ({ wallet }, named) => pay(wallet, 100_000n, named),
      intents: [NOTHING],
      unmatched: ['dust 0.0001 SOL for 1'],
    },
    {
      attack: 'dust without a reference',
      due: ['0.5 SOL'],
      send: ({ wallet }) => pay(wallet, 99_999n, []),
      intents: [NOTHING],
      unmatched: ['1 not listed, 0.000099999 SOL'],
    },
    {
      attack: 'a transfer of zero',
      due: ['0.5 SOL'],
      send: ({ wallet }, named) => pay(wallet, 0n, named),
      intents: [NOTHING],
      unmatched: [],
    },
    {
      attack: 'one transfer that names two intents',
      due: ['0.5 SOL', '0.5 SOL'],
      send: ({ wallet }, named) => pay(wallet, SOL / 2n, named),
      intents: [
        { status: 'needs_review', cause: 'ambiguous' },
        { status: 'needs_review', cause: 'ambiguous' },
      ],
      unmatched: ['ambiguous 0.5 SOL'],
    },
    {
      attack: 'dust that names two intents',
      due: ['0.5 SOL', '0.5 SOL'],
      send: ({ wallet }, named) => pay(wallet, 1n, named),
      intents: [NOTHING, NOTHING],
      unmatched: ['1 not listed, 0.000000001 SOL'],
    },
    {
      attack: 'the exact amount to the shared address, without a reference',
      due: ['0.5 SOL'],
      send: ({ wallet }) => pay(wallet, SOL / 2n, []),
      intents: [NOTHING],
      unmatched: ['no_reference 0.5 SOL'],
    },
    {
      attack: 'one unit off the amount to the shared address, without a reference',
      due: ['0.5 SOL'],
      send: ({ wallet }) => pay(wallet, SOL / 2n - 1n, []),
      intents: [NOTHING],
      unmatched: ['no_reference 0.499999999 SOL'],
    },
    {
      attack: 'a rest that is dust, with the reference',
      due: ['0.5 SOL'],
      send: ({ wallet }, named) => pay(wallet, SOL / 2n - 99_999n, named),
      intents: [{ ...paid('0.499900001', 'final 0.499900001 SOL'), flags: ['tolerated'] }],
      unmatched: [],
    },
    {
      attack: 'one unit less than that',
      due: ['0.5 SOL'],
      send: ({ wallet }, named) => pay(wallet, SOL / 2n - 100_000n, named),
      intents: [{ status: 'partially_paid', received: '0.4999', payments: ['final 0.4999 SOL'] }],
      unmatched: [],
    },
    {
      attack: 'the reference of an intent on a payment to another merchant',
      due: ['0.5 SOL'],
      send: (_, named) => pay(rival.wallet, SOL / 2n, named),
      intents: [NOTHING],
      unmatched: [],
    },
    {
      attack: 'a late payment for an old intent, with the amount of a newer one',
      due: [],
      async send({ account, wallet }, created) {
        created.push(await account.createIntent('0.5 SOL', 300));
        scene.node.ledger.advance(1_000);
        created.push(await account.createIntent('0.5 SOL'));
        await pay(wallet, SOL / 2n, created.slice(0, 1));
      },
      intents: [{ ...paid('0.5', 'final 0.5 SOL'), flags: ['late'] }, NOTHING],
      unmatched: [],
    },
    {
      attack: 'the same transaction reported twice, by a second scan and after the cursor was lost',
      due: ['0.5 SOL'],
      async send({ account, wallet }, named) {
        await pay(wallet, SOL / 2n, named);
        await pay(wallet, 100_000n, named);
        await account.scan();
      },
      intents: [paid('0.5', 'final 0.5 SOL')],
      unmatched: ['dust 0.0001 SOL for 1'],
      afterwards: {
        send: () => opened.forgetScans(),
        intents: [paid('0.5', 'final 0.5 SOL')],
        unmatched: ['dust 0.0001 SOL for 1'],
      },
    },
    {
      attack: 'the largest u64 amount, in a token without decimals',
      due: ['1 BIG'],
      send: (fixture, named) => payToken(big, fixture, U64_MAX, named),
      intents: [{ ...paid(`${U64_MAX}`, `final ${U64_MAX} BIG`), overpaid: `${U64_MAX - 1n}`, flags: ['overpaid'] }],
      unmatched: [],
    },
  ];

  it.each(rows)('$attack', async (row) => runAttack(await openAccount(), row));

  /** A payer sends SOL to the shared wallet without a reference; it is final. */
  async function payByHand({ account, wallet }: Fixture): Promise<string> {
    const { actors, payer } = scene;
    const tx = await actors.send(payer, [actors.pay(payer, wallet, SOL / 2n, [])]);
    scene.finalize();
    await account.scan();
    return tx;
  }

  /** What the payer's own wallet answers to a request to sign. */
  async function sign(message = ''): Promise<{ address: string; signature: string }> {
    const { keyPair, address: from } = scene.payer;
    const signature = await signBytes(keyPair.privateKey, new TextEncoder().encode(message));
    return { address: from, signature: Buffer.from(signature).toString('base64') };
  }

  it('a stranger who claims the transfer of another payer first gets nothing, and takes nothing away', async () => {
    const fixture = await openAccount();
    const { account } = fixture;
    const created = [await account.createIntent('0.5 SOL'), await account.createIntent('0.5 SOL')];
    const [honest, stranger] = created as [CreatedIntent, CreatedIntent];
    const tx = await payByHand(fixture);
    const squatted = await account.claim(stranger, tx);
    expect(squatted.result).toBe('under_review');
    expect(await account.summarize(stranger)).toMatchObject({ status: 'needs_review', received: '0', payments: [] });
    expect(await account.summarize(honest)).toEqual(NOTHING);
    // The transfer still names nobody.
    expect(await account.listUnmatched(created)).toEqual(['no_reference 0.5 SOL']);
    const { result, proof } = await account.claim(honest, tx);
    expect(result).toBe('under_review');
    expect((await account.listClaims(created)).sort()).toEqual(['1 unproven', '2 unproven']);
    // The payer's signature for another claim is worth nothing to the stranger.
    const signed = await sign(proof?.message);
    await expect(account.claim(stranger, tx, signed)).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await account.claim(honest, tx, signed)).toMatchObject({ proof: { proven: true } });
    expect((await account.listClaims(created)).sort()).toEqual(['1 proven', '2 unproven']);
    for (const one of created) expect(await account.summarize(one)).toMatchObject({ received: '0', payments: [] });
  });

  it('strangers who flood a transfer with claims do not keep its sender out', async () => {
    const fixture = await openAccount();
    const { account } = fixture;
    const created = [await account.createIntent('0.5 SOL')];
    for (let count = 0; count < LIMITS.claimsPerTransferMax + LIMITS.moreClaimsMax; count += 1)
      created.push(await account.createIntent('0.5 SOL'));
    const [honest, ...strangers] = created as [CreatedIntent, ...CreatedIntent[]];
    const tx = await payByHand(fixture);
    const results = [];
    for (const stranger of strangers) results.push((await account.claim(stranger, tx)).result);
    expect(new Set(results)).toEqual(new Set(['under_review']));
    const { result, proof } = await account.claim(honest, tx);
    expect(result).toBe('limit_reached');
    expect(await account.summarize(honest)).toMatchObject({ status: 'needs_review', cause: 'ambiguous', payments: [] });
    expect((await account.claim(honest, tx, await sign(proof?.message))).result).toBe('under_review');
    const claims = await account.listClaims(created);
    expect(claims).toHaveLength(strangers.length + 1);
    expect(claims.filter((one) => one.endsWith(' proven'))).toEqual(['1 proven']);
  });

  it('a payment to another merchant is that merchant’s unmatched transfer', async () => {
    await rival.account.scan();
    expect(await rival.account.listUnmatched([])).toEqual(['no_reference 0.5 SOL']);
  });
});

const litecoin = NODE_PROGRAMS.find(({ network }) => network.coin === 'LTC');

/** Where the same chain is read from. */
const SOURCES = [
  { source: 'a node', connect: async ({ url }: BitcoinNodeProcess) => ({ url, remove: async () => undefined }) },
  { source: 'an Esplora server', connect: startEsploraFacade },
];

describe.runIf(litecoin?.command).each(SOURCES)('on Litecoin, read from $source', ({ connect }) => {
  interface Fixture {
    account: MerchantAccount;
  }

  let node: BitcoinNodeProcess;
  let server: { url: string; remove(): Promise<void> };
  let chain: ChainAdapter;

  beforeAll(async () => {
    const program = litecoin ?? expect.fail();
    node = await startBitcoinNode(program);
    server = await connect(node);
    const parts = { clock, random, furtherAssets: [], agreement: { nodes: 2, worth: 1_000 } };
    chain = await openChain(parts, program.network.name, [server.url]);
    await opened.forgetScans();
  });

  afterAll(async () => {
    await server.remove();
    await node.remove();
  });

  /** Enough confirmations for the value of these intents. */
  const finalize = () => node.mine(2);

  async function pay(created: readonly CreatedIntent[], amount: string): Promise<void> {
    await node.send(addressOf(created), amount);
    await finalize();
  }

  let waiting = '';
  const inFlight = { status: 'processing', payments: ['seen 0.5 LTC'] };

  const rows: Row<Fixture>[] = [
    {
      attack: 'a rest that no node would relay',
      due: ['0.5 LTC'],
      send: (_, created) => pay(created, '0.49994541'),
      intents: [{ ...paid('0.49994541', 'final 0.49994541 LTC'), flags: ['tolerated'] }],
      unmatched: [],
    },
    {
      attack: 'one unit less than that',
      due: ['0.5 LTC'],
      send: (_, created) => pay(created, '0.4999454'),
      intents: [{ status: 'partially_paid', received: '0.4999454', payments: ['final 0.4999454 LTC'] }],
      unmatched: [],
    },
    {
      attack: 'an amount rounded down to the network’s unit',
      due: ['0.500000000000000001 LTC'],
      send: (_, created) => pay(created, '0.5'),
      intents: [{ ...paid('0.5', 'final 0.5 LTC'), flags: ['tolerated'] }],
      unmatched: [],
      afterwards: {
        send: (_, created) => pay(created, '0.001'),
        intents: [
          { ...paid('0.501', 'final 0.001 LTC', 'final 0.5 LTC'), overpaid: '0.00099999', flags: ['overpaid'] },
        ],
        unmatched: [],
      },
    },
    {
      attack: 'an amount rounded up to the network’s unit, which is not an overpayment',
      due: ['0.500000000000000001 LTC'],
      send: (_, created) => pay(created, '0.50000001'),
      intents: [paid('0.50000001', 'final 0.50000001 LTC')],
      unmatched: [],
    },
    {
      attack: 'dust',
      due: ['0.5 LTC'],
      send: (_, created) => pay(created, '0.0004'),
      intents: [NOTHING],
      unmatched: ['dust 0.0004 LTC for 1'],
    },
    {
      attack: 'an output of zero',
      due: ['0.5 LTC'],
      async send(_, created) {
        await mineOnly(node, await payNothing(node, addressOf(created)));
        await finalize();
      },
      intents: [NOTHING],
      unmatched: ['1 not listed, 0 LTC'],
    },
    {
      attack: 'a payment that the payer spends elsewhere before it is mined',
      due: ['0.5 LTC'],
      async send(_, created) {
        waiting = await node.send(addressOf(created), '0.5');
      },
      intents: [inFlight],
      unmatched: [],
      afterwards: {
        async send() {
          await spendElsewhere(node, waiting);
          await finalize();
        },
        intents: [{ ...NOTHING, payments: ['void 0.5 LTC'] }],
        unmatched: [],
      },
    },
    {
      attack: 'a payment with a bumped fee, which counts once',
      due: ['0.5 LTC'],
      async send(_, created) {
        waiting = await node.send(addressOf(created), '0.5');
      },
      intents: [inFlight],
      unmatched: [],
      afterwards: {
        async send() {
          await node.bumpFee(waiting);
          await finalize();
        },
        intents: [paid('0.5', 'final 0.5 LTC', 'void 0.5 LTC')],
        unmatched: [],
      },
    },
    {
      attack: 'two outputs of one transaction to one address, which each count once',
      due: ['0.5 LTC'],
      async send(_, created) {
        await node.call('sendrawtransaction', await payTwice(node, addressOf(created), ['0.2', '0.3']));
        await finalize();
      },
      intents: [paid('0.5', 'final 0.2 LTC', 'final 0.3 LTC')],
      unmatched: [],
    },
    {
      attack: 'one transaction that pays two intents',
      due: ['0.1 LTC', '0.2 LTC'],
      async send(_, created) {
        await node.sendMany({ [addressOf(created)]: '0.15', [addressOf(created, 1)]: '0.2' });
        await finalize();
      },
      intents: [
        { ...paid('0.15', 'final 0.15 LTC'), overpaid: '0.05', flags: ['overpaid'] },
        paid('0.2', 'final 0.2 LTC'),
      ],
      unmatched: [],
    },
    {
      attack: 'the same transaction reported twice, by a second scan and after the cursor was lost',
      due: ['0.5 LTC'],
      async send({ account }, created) {
        await pay(created, '0.5');
        await account.scan();
      },
      intents: [paid('0.5', 'final 0.5 LTC')],
      unmatched: [],
      afterwards: {
        send: () => opened.forgetScans(),
        intents: [paid('0.5', 'final 0.5 LTC')],
        unmatched: [],
      },
    },
  ];

  it.each(rows)('$attack', async (row) => {
    const wallet = { text: newAccount(), scriptType: 'p2wpkh' } as const;
    await runAttack({ account: openMerchantAccount({ opened, chain, wallet, nowMs: () => clock.nowMs() }) }, row);
  });
});

describe('on a chain with amounts up to 2^256 − 1', () => {
  interface Fixture {
    account: MerchantAccount;
  }

  const DAY_MS = 86_400_000;
  const sent: SimulatedTransfer[] = [];
  let nowMs = Date.now();
  /** A ledger for amounts that the real ledger's column cannot store. */
  const ledger = {
    send: async () => false,
    after: async (number: number) => sent.slice(number),
    since: async (_: number, upTo: number) => sent.slice(0, upTo),
  };
  const time = { nowMs: () => nowMs, sleep: async () => undefined };
  const chain = createSimulatedChain({ ledger, clock: time, random, blockMs: 1_000 });

  function payAll(created: CreatedIntent | undefined, sentAtMs: number): void {
    const transfer = { address: created?.address ?? '', asset: 'SOL', amount: cryptoAmount(U256_MAX * SCALE) };
    sent.push({ number: sent.length + 1, ...transfer, sentAtMs, script: 'mined' });
    nowMs += 5_000;
  }

  const rows: Row<Fixture>[] = [
    {
      attack: 'the largest amount twice is exact to the last digit',
      due: ['1 SOL'],
      async send(_, [created]) {
        payAll(created, nowMs);
        payAll(created, nowMs);
      },
      intents: [
        {
          ...paid(`${2n * U256_MAX}`, `final ${U256_MAX} SOL`, `final ${U256_MAX} SOL`),
          overpaid: `${2n * U256_MAX - 1n}`,
          flags: ['overpaid'],
        },
      ],
      unmatched: [],
    },
    {
      attack: 'the largest amount from before the target was assigned is unmatched',
      due: ['1 SOL'],
      send: async (_, [created]) => payAll(created, nowMs - DAY_MS),
      intents: [NOTHING],
      unmatched: [`too_old ${U256_MAX} SOL for 1`],
    },
  ];

  it.each(rows)('$attack', (row) =>
    runAttack({ account: openMerchantAccount({ opened, chain, wallet: undefined, nowMs: time.nowMs }) }, row),
  );
});
