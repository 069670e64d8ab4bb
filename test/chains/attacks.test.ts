import { type Address, address, generateKeyPairSigner, type KeyPairSigner } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { getSyncNativeInstruction } from '@solana-program/token';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createSimulatedChain } from '../../src/chains/simulated/create-simulated-chain.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '../../src/chains/solana/well-known.ts';
import { SCALE } from '../../src/domain/money/decimal.ts';
import { cryptoAmount } from '../../src/domain/money/money.ts';
import type { ChainAdapter } from '../../src/ports/chain.ts';
import type { SimulatedTransfer } from '../../src/ports/simulated-ledger.ts';
import { random } from '../../src/system/random.ts';
import { type EngineDatabase, openPostgres } from '../store/engine-databases.ts';
import { mineOnly, payNothing, payTwice, spendElsewhere } from './bitcoin-tricks.ts';
import { chainAt, clock, newAccount } from './chain-reader.ts';
import { type Asked, type DerivedStatus, openTill, type Till } from './open-till.ts';
import type { Token } from './solana-actors.ts';
import { type BitcoinNodeProcess, NODE_PROGRAMS, startBitcoinNode } from './start-bitcoin-node.ts';
import { type Scene, startSolanaScene } from './start-solana-scene.ts';

const U64_MAX = 2n ** 64n - 1n;
const U256_MAX = 2n ** 256n - 1n;

interface Act<World> {
  /** What the attacker does. The chain is read before the next act. */
  send: (world: World, asked: Asked[]) => Promise<unknown>;
  /** How each intent stands afterwards. */
  leaves: Partial<DerivedStatus>[];
  /** What is kept because it counts for nobody. */
  keeps: string[];
}

interface Row<World> extends Act<World> {
  attack: string;
  due: string[];
  /** What is done next, with a look in between. */
  afterwards?: Act<World>;
}

const NOTHING: DerivedStatus = {
  status: 'requires_payment',
  received: '0',
  overpaid: '0',
  cause: undefined,
  flags: [],
  payments: [],
};

const paid = (received: string, ...payments: string[]): DerivedStatus => ({
  ...NOTHING,
  status: 'succeeded',
  received,
  payments,
});

async function play<World extends { till: Till }>(
  world: World,
  { due, afterwards, ...first }: Row<World>,
): Promise<void> {
  const asked: Asked[] = [];
  for (const one of due) asked.push(await world.till.ask(one));
  for (const { send, leaves, keeps } of [first, ...(afterwards ? [afterwards] : [])]) {
    await send(world, asked);
    await world.till.read();
    for (const [number, expected] of leaves.entries())
      expect(await world.till.deriveStatus(asked[number] as Asked)).toEqual({ ...NOTHING, ...expected });
    expect(await world.till.kept(asked)).toEqual(keeps);
  }
}

const referencesOf = (asked: readonly Asked[]) => asked.map(({ reference = '' }) => address(reference));
const addressOf = (asked: readonly Asked[], number = 0) => asked[number]?.address ?? '';

let opened: EngineDatabase;
beforeAll(async () => {
  opened = await openPostgres(inject('embeddedUrl'));
});
afterAll(() => opened.close());

describe('on Solana', () => {
  interface World {
    till: Till;
    wallet: Address;
  }

  let scene: Scene;
  let chain: ChainAdapter;
  let usdt: Token;
  let big: Token;
  let fake: Token;
  /** Another merchant of the same server, who is an attacker too. */
  let rival: { till: Till; wallet: Address };

  const newTill = async (): Promise<World> => {
    const wallet = await generateKeyPairSigner();
    scene.node.airdrop(wallet.address, SOL);
    const till = openTill({ opened, chain, wallet: { text: wallet.address }, nowMs: () => scene.node.nowMs() });
    return { till, wallet: wallet.address };
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
    rival = await newTill();
    await rival.till.ask('1 SOL');
  });

  afterAll(() => scene.stop());

  const SOL = 1_000_000_000n;

  /** SOL to a wallet, final, that names these intents. */
  async function pay(to: string, lamports: bigint, named: readonly Asked[], from?: KeyPairSigner): Promise<void> {
    const { actors, payer } = scene;
    const sender = from ?? payer;
    await actors.send(sender, [actors.pay(sender, address(to), lamports, referencesOf(named))]);
    scene.finalize();
  }

  async function payToken(token: Token, { wallet }: World, units: bigint, named: readonly Asked[]): Promise<void> {
    const { actors, payer } = scene;
    const account = await actors.associated(wallet, token);
    await actors.send(payer, [
      await actors.openAssociated(payer, wallet, token),
      await actors.payToken(payer, account, units, { token, references: referencesOf(named) }),
    ]);
    scene.finalize();
  }

  const rows: Row<World>[] = [
    {
      attack: 'a transaction that failed',
      due: ['0.5 SOL'],
      async send({ wallet }, named) {
        const { actors, payer } = scene;
        const instruction = actors.pay(payer, wallet, 10n ** 15n, referencesOf(named));
        await actors.send(payer, [instruction], { skipPreflight: true });
        scene.finalize();
      },
      leaves: [NOTHING],
      keeps: ['failed 0 SOL for 1'],
    },
    {
      attack: 'a token of another mint that calls itself USDC',
      due: ['12.5 USDC'],
      send: (world, named) => payToken(fake, world, 12_500_000n, named),
      leaves: [NOTHING],
      keeps: ['unknown_token 12.5 of a stranger for 1'],
    },
    {
      attack: 'a token that the server knows, and that was not asked for',
      due: ['12.5 USDC'],
      send: (world, named) => payToken(usdt, world, 12_500_000n, named),
      leaves: [{ status: 'needs_review', cause: 'wrong_asset', flags: ['wrong_asset'], payments: ['final 12.5 USDT'] }],
      keeps: [],
      afterwards: {
        send: (world, named) => payToken(scene.usdc, world, 12_500_000n, named),
        leaves: [{ ...paid('12.5', 'final 12.5 USDC', 'final 12.5 USDT'), flags: ['wrong_asset'] }],
        keeps: [],
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
        // It names the merchant's token account, and not the merchant.
        await actors.send(payer, [await actors.payToken(payer, to, SOL / 2n, { token: wrapped, references })]);
        scene.finalize();
      },
      leaves: [NOTHING],
      keeps: ['unknown_token 0.5 of a stranger for 1'],
    },
    {
      attack: 'a stranger’s dust that carries a known reference, before the payer and after',
      due: ['0.5 SOL'],
      async send({ wallet }, named) {
        const stranger = await generateKeyPairSigner();
        scene.node.airdrop(stranger.address, SOL);
        await pay(wallet, 1n, named, stranger);
        await pay(wallet, SOL / 2n, named);
        await pay(wallet, 2n, named, stranger);
        // This one does not even pay the merchant, and stands in no list of theirs.
        await pay(scene.payer.address, 1n, named, stranger);
      },
      leaves: [paid('0.5', 'final 0.5 SOL')],
      keeps: ['dust 0.000000001 SOL for 1', 'dust 0.000000002 SOL for 1'],
    },
    {
      attack: 'a transfer of nothing',
      due: ['0.5 SOL'],
      send: ({ wallet }, named) => pay(wallet, 0n, named),
      leaves: [NOTHING],
      keeps: [],
    },
    {
      attack: 'one transfer that names two intents',
      due: ['0.5 SOL', '0.5 SOL'],
      send: ({ wallet }, named) => pay(wallet, SOL / 2n, named),
      leaves: [
        { status: 'needs_review', cause: 'ambiguous' },
        { status: 'needs_review', cause: 'ambiguous' },
      ],
      keeps: ['ambiguous 0.5 SOL'],
    },
    {
      attack: 'dust that names two intents',
      due: ['0.5 SOL', '0.5 SOL'],
      send: ({ wallet }, named) => pay(wallet, 1n, named),
      leaves: [NOTHING, NOTHING],
      keeps: ['ambiguous 0.000000001 SOL'],
    },
    {
      attack: 'the exact amount to the shared address, without a reference',
      due: ['0.5 SOL'],
      send: ({ wallet }) => pay(wallet, SOL / 2n, []),
      leaves: [NOTHING],
      keeps: ['no_reference 0.5 SOL'],
    },
    {
      attack: 'one unit off the amount to the shared address, without a reference',
      due: ['0.5 SOL'],
      send: ({ wallet }) => pay(wallet, SOL / 2n - 1n, []),
      leaves: [NOTHING],
      keeps: ['no_reference 0.499999999 SOL'],
    },
    {
      attack: 'one unit too little, with the reference',
      due: ['0.5 SOL'],
      send: ({ wallet }, named) => pay(wallet, SOL / 2n - 1n, named),
      leaves: [{ status: 'partially_paid', received: '0.499999999', payments: ['final 0.499999999 SOL'] }],
      keeps: [],
    },
    {
      attack: 'the reference of an intent on a payment to another merchant',
      due: ['0.5 SOL'],
      send: (_, named) => pay(rival.wallet, SOL / 2n, named),
      leaves: [NOTHING],
      keeps: [],
    },
    {
      attack: 'a late payment for an old intent, of the amount of a newer one',
      due: [],
      async send({ till, wallet }, asked) {
        asked.push(await till.ask('0.5 SOL', 300));
        scene.node.ledger.advance(1_000);
        asked.push(await till.ask('0.5 SOL'));
        await pay(wallet, SOL / 2n, asked.slice(0, 1));
      },
      leaves: [{ ...paid('0.5', 'final 0.5 SOL'), flags: ['late'] }, NOTHING],
      keeps: [],
    },
    {
      attack: 'the same transaction reported twice, by a second look and by a cursor that starts again',
      due: ['0.5 SOL'],
      async send({ till, wallet }, named) {
        await pay(wallet, SOL / 2n, named);
        await pay(wallet, 1n, named);
        await till.read();
      },
      leaves: [paid('0.5', 'final 0.5 SOL')],
      keeps: ['dust 0.000000001 SOL for 1'],
      afterwards: {
        send: () => opened.forgetScans(),
        leaves: [paid('0.5', 'final 0.5 SOL')],
        keeps: ['dust 0.000000001 SOL for 1'],
      },
    },
    {
      attack: 'as many units as a u64 holds, of a token without decimals',
      due: ['1 BIG'],
      send: (world, named) => payToken(big, world, U64_MAX, named),
      leaves: [{ ...paid(`${U64_MAX}`, `final ${U64_MAX} BIG`), overpaid: `${U64_MAX - 1n}`, flags: ['overpaid'] }],
      keeps: [],
    },
  ];

  it.each(rows)('$attack', async (row) => play(await newTill(), row));

  it('what went to another merchant is that merchant’s to look at', async () => {
    await rival.till.read();
    expect(await rival.till.kept([])).toEqual(['no_reference 0.5 SOL']);
  });
});

const litecoin = NODE_PROGRAMS.find(({ network }) => network.coin === 'LTC');

describe.runIf(litecoin?.command)('on Litecoin', () => {
  interface World {
    till: Till;
  }

  let node: BitcoinNodeProcess;
  let chain: ChainAdapter;

  beforeAll(async () => {
    const program = litecoin ?? expect.fail();
    node = await startBitcoinNode(program);
    chain = chainAt(node.url, program.network);
  });

  afterAll(() => node.remove());

  /** Deep enough for what these intents are worth. */
  const finalize = () => node.mine(2);

  async function pay(asked: readonly Asked[], amount: string): Promise<void> {
    await node.send(addressOf(asked), amount);
    await finalize();
  }

  let waiting = '';
  const inFlight = { status: 'processing', payments: ['seen 0.5 LTC'] };

  const rows: Row<World>[] = [
    {
      attack: 'one unit too little',
      due: ['0.5 LTC'],
      send: (_, asked) => pay(asked, '0.49999999'),
      leaves: [{ status: 'partially_paid', received: '0.49999999', payments: ['final 0.49999999 LTC'] }],
      keeps: [],
    },
    {
      attack: 'exactly what the network can express of an amount that is finer',
      due: ['0.500000000000000001 LTC'],
      send: (_, asked) => pay(asked, '0.5'),
      leaves: [{ status: 'partially_paid', received: '0.5', payments: ['final 0.5 LTC'] }],
      keeps: [],
      afterwards: {
        send: (_, asked) => pay(asked, '0.001'),
        leaves: [{ ...paid('0.501', 'final 0.001 LTC', 'final 0.5 LTC'), overpaid: '0.00099999', flags: ['overpaid'] }],
        keeps: [],
      },
    },
    {
      attack: 'the amount rounded up to the network’s unit, which is no overpayment',
      due: ['0.500000000000000001 LTC'],
      send: (_, asked) => pay(asked, '0.50000001'),
      leaves: [paid('0.50000001', 'final 0.50000001 LTC')],
      keeps: [],
    },
    {
      attack: 'dust',
      due: ['0.5 LTC'],
      send: (_, asked) => pay(asked, '0.0004'),
      leaves: [NOTHING],
      keeps: ['dust 0.0004 LTC for 1'],
    },
    {
      attack: 'an output of nothing',
      due: ['0.5 LTC'],
      async send(_, asked) {
        await mineOnly(node, await payNothing(node, addressOf(asked)));
        await finalize();
      },
      leaves: [NOTHING],
      keeps: ['dust 0 LTC for 1'],
    },
    {
      attack: 'a payment that the payer spends elsewhere before it is mined',
      due: ['0.5 LTC'],
      async send(_, asked) {
        waiting = await node.send(addressOf(asked), '0.5');
      },
      leaves: [inFlight],
      keeps: [],
      afterwards: {
        async send() {
          await spendElsewhere(node, waiting);
          await finalize();
        },
        leaves: [{ ...NOTHING, payments: ['void 0.5 LTC'] }],
        keeps: [],
      },
    },
    {
      attack: 'a payment that is sent again with a higher fee, and counts once',
      due: ['0.5 LTC'],
      async send(_, asked) {
        waiting = await node.send(addressOf(asked), '0.5');
      },
      leaves: [inFlight],
      keeps: [],
      afterwards: {
        async send() {
          await node.bumpFee(waiting);
          await finalize();
        },
        leaves: [paid('0.5', 'final 0.5 LTC', 'void 0.5 LTC')],
        keeps: [],
      },
    },
    {
      attack: 'two outputs of one transaction to one address, each of which counts once',
      due: ['0.5 LTC'],
      async send(_, asked) {
        await node.call('sendrawtransaction', await payTwice(node, addressOf(asked), ['0.2', '0.3']));
        await finalize();
      },
      leaves: [paid('0.5', 'final 0.2 LTC', 'final 0.3 LTC')],
      keeps: [],
    },
    {
      attack: 'one transaction that pays two intents, each its own',
      due: ['0.1 LTC', '0.2 LTC'],
      async send(_, asked) {
        await node.sendMany({ [addressOf(asked)]: '0.15', [addressOf(asked, 1)]: '0.2' });
        await finalize();
      },
      leaves: [
        { ...paid('0.15', 'final 0.15 LTC'), overpaid: '0.05', flags: ['overpaid'] },
        paid('0.2', 'final 0.2 LTC'),
      ],
      keeps: [],
    },
    {
      attack: 'the same transaction reported twice, by a second look and by a cursor that starts again',
      due: ['0.5 LTC'],
      async send({ till }, asked) {
        await pay(asked, '0.5');
        await till.read();
      },
      leaves: [paid('0.5', 'final 0.5 LTC')],
      keeps: [],
      afterwards: {
        send: () => opened.forgetScans(),
        leaves: [paid('0.5', 'final 0.5 LTC')],
        keeps: [],
      },
    },
  ];

  it.each(rows)('$attack', async (row) => {
    const wallet = { text: newAccount(), scriptType: 'p2wpkh' } as const;
    await play({ till: openTill({ opened, chain, wallet, nowMs: () => clock.nowMs() }) }, row);
  });
});

describe('on a chain that counts to 2^256 − 1', () => {
  interface World {
    till: Till;
  }

  const DAY_MS = 86_400_000;
  const sent: SimulatedTransfer[] = [];
  let nowMs = Date.now();
  /** What the real ledger's column cannot hold, because no payer of a test could send it. */
  const ledger = {
    send: async () => undefined,
    after: async (number: number) => sent.slice(number),
    since: async (_: number, upTo: number) => sent.slice(0, upTo),
  };
  const time = { nowMs: () => nowMs, sleep: async () => undefined };
  const chain = createSimulatedChain({ ledger, clock: time, random, blockMs: 1_000 });

  function payAll(asked: Asked | undefined, sentAtMs: number): void {
    const transfer = { address: asked?.address ?? '', asset: 'SOL', amount: cryptoAmount(U256_MAX * SCALE) };
    sent.push({ number: sent.length + 1, ...transfer, sentAtMs, script: 'mined' });
    nowMs += 5_000;
  }

  const rows: Row<World>[] = [
    {
      attack: 'all of it, twice, is counted to the last digit',
      due: ['1 SOL'],
      async send(_, [asked]) {
        payAll(asked, nowMs);
        payAll(asked, nowMs);
      },
      leaves: [
        {
          ...paid(`${2n * U256_MAX}`, `final ${U256_MAX} SOL`, `final ${U256_MAX} SOL`),
          overpaid: `${2n * U256_MAX - 1n}`,
          flags: ['overpaid'],
        },
      ],
      keeps: [],
    },
    {
      attack: 'all of it from before the address was given out is kept, and counts for nothing',
      due: ['1 SOL'],
      send: async (_, [asked]) => payAll(asked, nowMs - DAY_MS),
      leaves: [NOTHING],
      keeps: [`too_old ${U256_MAX} SOL for 1`],
    },
  ];

  it.each(rows)('$attack', (row) =>
    play({ till: openTill({ opened, chain, wallet: undefined, nowMs: time.nowMs }) }, row),
  );
});
