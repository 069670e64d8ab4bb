import { type Address, type Hex, maxUint256, parseEther } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { formatDecimal, fromUnits, toUnits } from '../../src/domain/money/decimal.ts';
import { chainUnits, toBigInt } from '../../src/domain/money/money.ts';
import { type EngineDatabase, openPostgres } from '../store/engine-databases.ts';
import type { EvmToken } from './evm/evm-actors.ts';
import { type EvmScene, startEvmScene } from './evm/start-evm-scene.ts';
import { type CreatedIntent, type MerchantAccount, openMerchantAccount } from './open-merchant-account.ts';
import { NOTHING, paid, type Row, runAttack } from './run-attack.ts';

interface Fixture {
  account: MerchantAccount;
  /** The merchant's own key; the merchant is not the attacker, except against itself. */
  wallet: PrivateKeyAccount;
}

let opened: EngineDatabase;
let scene: EvmScene;
let payer: PrivateKeyAccount;
let usdc: EvmToken;
let usdt: EvmToken;
let fee: EvmToken;
let big: EvmToken;
let fake: EvmToken;
/** In the asset list, as by a mistake of the operator. */
let lie: EvmToken;
let unlistedLiar: Address;
let forwarder: Address;

beforeAll(async () => {
  opened = await openPostgres(inject('embeddedUrl'));
  scene = await startEvmScene();
  const { actors } = scene;
  ({ payer, usdc } = scene);
  usdt = known(await actors.deploy('NoReturnToken'), 'USDT', 6);
  fee = known(await actors.deploy('FeeToken'), 'FEE', 18);
  big = await actors.createToken({ symbol: 'BIG', decimals: 0 });
  fake = await actors.createToken({ symbol: 'USDC', decimals: 6 });
  lie = known(await actors.deploy('Liar'), 'LIE', 6);
  unlistedLiar = await actors.deploy('Liar');
  forwarder = await actors.deploy('Forwarder');
  for (const token of [usdt, fee, fake]) await actors.give(payer.address, token, 10n ** 24n);
  await actors.give(payer.address, big, maxUint256);
  await actors.give(unlistedLiar, usdc, 10n ** 12n);
  await scene.addAssets(usdt, fee, big, lie);
});

afterAll(async () => {
  await scene.stop();
  await opened.close();
});

const known = (address: Address, symbol: string, decimals: number): EvmToken => ({
  address,
  name: symbol,
  symbol,
  decimals,
});

/** A merchant with a plain address, whose payments are told apart by their exact amounts. */
async function openShared(): Promise<Fixture> {
  const wallet = await scene.actors.newAccount();
  const { chain, nowMs } = scene;
  return { wallet, account: openMerchantAccount({ opened, chain, wallet: { text: wallet.address }, nowMs }) };
}

/** A merchant with an extended key, whose intents each have an address of their own. */
async function openDerived(): Promise<Fixture> {
  const wallet = await scene.actors.newAccount();
  const { chain, nowMs } = scene;
  return { wallet, account: openMerchantAccount({ opened, chain, wallet: { text: scene.newExtendedKey() }, nowMs }) };
}

const intentAt = (created: readonly CreatedIntent[], number: number): CreatedIntent =>
  created[number] ?? expect.fail('the intent is missing');
/** The amount that an intent was issued, as text. */
const exact = (created: readonly CreatedIntent[], number = 0): string =>
  formatDecimal(intentAt(created, number).amounts[0]?.amount ?? expect.fail('no exact amount was issued'));
/** The same in the smallest units. */
const units = (created: readonly CreatedIntent[], number = 0): bigint => {
  const { amounts, decimals } = intentAt(created, number);
  return toBigInt(toUnits(amounts[0]?.amount ?? expect.fail('no exact amount was issued'), decimals));
};
const addressOf = (created: readonly CreatedIntent[], number = 0) => intentAt(created, number).address as Address;
const nonceOf = (created: readonly CreatedIntent[], number = 0) => intentAt(created, number).reference as Hex;
const printUnits = (amount: bigint, decimals: number) => formatDecimal(fromUnits(chainUnits(amount), decimals));

const exactlyPaid = (asset: string) => (created: readonly CreatedIntent[]) => [
  paid(exact(created), `final ${exact(created)} ${asset}`),
];

/** Enough blocks for what was sent to be final. */
const finalize = () => scene.node.mine(3);

async function pay(to: Address, wei: bigint, from = payer): Promise<void> {
  await scene.actors.pay(from, to, wei);
  await finalize();
}

async function payToken(token: Pick<EvmToken, 'address'>, to: Address, amount: bigint, from = payer): Promise<void> {
  await scene.actors.payToken(from, token, to, amount);
  await finalize();
}

async function call(to: Address, data: Hex, value = 0n): Promise<void> {
  await scene.actors.send(payer, { to, data, value });
  await finalize();
}

async function payByAuthorization(to: Address, amount: bigint, nonce: Hex): Promise<void> {
  await call(usdc.address, await scene.actors.authorize(payer, usdc, { to, units: amount, nonce }));
}

/** Takes back the newest blocks, as a reorganization does, and removes a transaction of them. */
async function dropFrom(snapshot: string, tx: Hex, blocks: number): Promise<void> {
  await scene.node.revert(snapshot);
  await scene.node.drop(tx);
  await scene.node.mine(blocks);
}

let waiting: { tx: Hex; snapshot: string };

/** Sends the exact amount, and remembers the chain as it was before the block that takes it. */
async function payThenMine(created: readonly CreatedIntent[], blocks: number): Promise<void> {
  const { actors, node } = scene;
  const tx = await actors.payToken(payer, usdc, addressOf(created), units(created));
  waiting = { tx, snapshot: await node.snapshot() };
  await node.mine(blocks);
}

const shared: Row<Fixture>[] = [
  {
    attack: 'none: the exact amount of the coin',
    due: ['0.5 ETH'],
    send: (_, created) => pay(addressOf(created), units(created)),
    intents: exactlyPaid('ETH'),
    unmatched: [],
  },
  {
    attack: 'none: the exact amount of a token',
    due: ['12.5 USDC'],
    send: (_, created) => payToken(usdc, addressOf(created), units(created)),
    intents: exactlyPaid('USDC'),
    unmatched: [],
  },
  {
    attack: 'none: a token whose transfer returns nothing',
    due: ['12.5 USDT'],
    send: (_, created) => payToken(usdt, addressOf(created), units(created)),
    intents: exactlyPaid('USDT'),
    unmatched: [],
  },
  {
    attack: 'a token of another contract with the same symbol',
    due: ['12.5 USDC'],
    send: (_, created) => payToken(fake, addressOf(created), units(created)),
    intents: [NOTHING],
    unmatched: (created) => [`unknown_token ${exact(created)} of an unknown token`],
  },
  {
    attack: 'a contract that reports a transfer that never happened, with the nonce of the intent',
    due: ['12.5 USDC'],
    send: (_, created) =>
      call(unlistedLiar, scene.actors.encode('claim', [addressOf(created), units(created), nonceOf(created)])),
    intents: [NOTHING],
    unmatched: (created) => [`unknown_token ${exact(created)} of an unknown token`],
  },
  {
    attack: 'a token of the asset list that reports a transfer that never happened',
    due: ['12.5 LIE'],
    send: (_, created) =>
      call(lie.address, scene.actors.encode('claim', [addressOf(created), units(created), nonceOf(created)])),
    intents: [NOTHING],
    unmatched: [],
  },
  {
    attack: 'a little of a real token, in one transaction with a nonce that the token did not see',
    due: ['12.5 USDC'],
    send: (_, created) =>
      call(
        unlistedLiar,
        scene.actors.encode('payWithNonce', [usdc.address, addressOf(created), 1_000_000n, nonceOf(created)]),
      ),
    intents: [NOTHING],
    unmatched: ['other_amount 1 USDC'],
  },
  {
    attack: 'one unit less, and one unit more',
    due: ['12.5 USDC'],
    async send(_, created) {
      await payToken(usdc, addressOf(created), units(created) - 1n);
      await payToken(usdc, addressOf(created), units(created) + 1n);
    },
    intents: [NOTHING],
    unmatched: (created) => [-1n, 1n].map((off) => `other_amount ${printUnits(units(created) + off, 6)} USDC`).sort(),
  },
  {
    attack: 'one wei less',
    due: ['0.5 ETH'],
    send: (_, created) => pay(addressOf(created), units(created) - 1n),
    intents: [NOTHING],
    unmatched: (created) => [`other_amount ${printUnits(units(created) - 1n, 18)} ETH`],
  },
  {
    attack: 'the exact amount in another token',
    due: ['12.5 USDC'],
    send: (_, created) => payToken(usdt, addressOf(created), units(created)),
    intents: [NOTHING],
    unmatched: (created) => [`other_amount ${exact(created)} USDT`],
  },
  {
    attack: 'a token that keeps a fee: what arrives is not the exact amount',
    due: ['12.5 FEE'],
    send: (_, created) => payToken(fee, addressOf(created), units(created)),
    intents: [NOTHING],
    unmatched: (created) => {
      const sent = units(created);
      return [`other_amount ${printUnits(sent - sent / 100n, 18)} FEE`];
    },
  },
  {
    attack: 'the merchant’s own wallet sends the exact amount to itself',
    due: ['12.5 USDC', '0.5 ETH'],
    async send({ wallet }, created) {
      await scene.actors.give(wallet.address, usdc, 100_000_000n);
      await finalize();
      await payToken(usdc, wallet.address, units(created), wallet);
      await pay(wallet.address, units(created, 1), wallet);
    },
    intents: [NOTHING, NOTHING],
    unmatched: ['other_amount 100 USDC'],
  },
  {
    attack: 'transfers of zero',
    due: ['12.5 USDC', '0.5 ETH'],
    async send(_, created) {
      await payToken(usdc, addressOf(created), 0n);
      await pay(addressOf(created), 0n);
    },
    intents: [NOTHING, NOTHING],
    unmatched: [],
  },
  {
    attack: 'transactions that are undone: more than the payer has, and a call that reverts',
    due: ['12.5 USDC', '0.5 ETH'],
    async send(_, created) {
      const poor = await scene.actors.newAccount();
      await payToken(usdc, addressOf(created), units(created), poor);
      const { encode } = scene.actors;
      await call(forwarder, encode('forwardAndRevert', [addressOf(created)]), units(created, 1));
      await call(forwarder, encode('pretend', [addressOf(created)]), units(created, 1));
    },
    intents: [NOTHING, NOTHING],
    unmatched: [],
  },
  {
    attack: 'the coin forwarded by a contract',
    due: ['0.5 ETH'],
    send: (_, created) => call(forwarder, scene.actors.encode('forward', [addressOf(created)]), units(created)),
    intents: exactlyPaid('ETH'),
    unmatched: [],
  },
  {
    attack: 'one transaction that forwards the coin twice, for two intents',
    due: ['0.5 ETH', '0.5 ETH'],
    send: (_, created) =>
      call(
        forwarder,
        scene.actors.encode('split', [addressOf(created), units(created)]),
        units(created) + units(created, 1),
      ),
    intents: (created) => [0, 1].map((n) => paid(exact(created, n), `final ${exact(created, n)} ETH`)),
    unmatched: [],
  },
  {
    attack: 'one transaction with two transfers, for two intents',
    due: ['12.5 USDC', '12.5 USDC'],
    send: (_, created) =>
      call(usdc.address, scene.actors.encode('transferTwice', [addressOf(created), units(created), units(created, 1)])),
    intents: (created) => [0, 1].map((n) => paid(exact(created, n), `final ${exact(created, n)} USDC`)),
    unmatched: [],
  },
  {
    attack: 'a transaction that its sender replaces, first with more gas and then with nothing',
    due: ['12.5 USDC', '12.5 USDC'],
    async send(_, created) {
      const { actors, node } = scene;
      const nonce = Number(await node.call('eth_getTransactionCount', payer.address, 'pending'));
      const order = (number: number) => ({
        to: usdc.address,
        data: actors.encode('transfer', [addressOf(created), units(created, number)]),
        nonce: nonce + number,
      });
      for (const number of [0, 1]) await actors.send(payer, order(number));
      await actors.send(payer, { ...order(0), gasPriceGwei: 40 });
      await actors.send(payer, { to: payer.address, nonce: nonce + 1, gasPriceGwei: 40 });
      await finalize();
    },
    intents: (created) => [paid(exact(created), `final ${exact(created)} USDC`), NOTHING],
    unmatched: [],
  },
  {
    attack: 'a payment in a block that is dropped before it is final',
    due: ['12.5 USDC'],
    send: (_, created) => payThenMine(created, 1),
    intents: (created) => [{ status: 'processing', payments: [`confirmed ${exact(created)} USDC`] }],
    unmatched: [],
    afterwards: {
      send: () => dropFrom(waiting.snapshot, waiting.tx, 3),
      intents: (created) => [{ status: 'processing', flags: ['reorged'], payments: [`seen ${exact(created)} USDC`] }],
      unmatched: [],
    },
  },
  {
    attack: 'a payment in a block that is dropped after it was final',
    due: ['12.5 USDC'],
    send: (_, created) => payThenMine(created, 3),
    intents: exactlyPaid('USDC'),
    unmatched: [],
    afterwards: {
      send: () => dropFrom(waiting.snapshot, waiting.tx, 5),
      intents: (created) => [
        { status: 'needs_review', cause: 'reorged', flags: ['reorged'], payments: [`seen ${exact(created)} USDC`] },
      ],
      unmatched: [],
    },
  },
  {
    attack: 'the same transaction in another block, at another position',
    due: ['12.5 USDC'],
    send: (_, created) => payThenMine(created, 3),
    intents: exactlyPaid('USDC'),
    unmatched: [],
    afterwards: {
      async send() {
        await scene.node.revert(waiting.snapshot);
        const stranger = await scene.actors.newAccount();
        // They are paid more, so they go first.
        for (let nonce = 0; nonce < 3; nonce += 1)
          await scene.actors.send(stranger, { to: stranger.address, nonce, gasPriceGwei: 60 });
        await scene.node.mine(5);
        expect(await scene.node.call('eth_getTransactionReceipt', waiting.tx)).toMatchObject({
          transactionIndex: '0x3',
        });
      },
      intents: exactlyPaid('USDC'),
      unmatched: [],
    },
  },
  {
    attack: 'a late payment for an old intent, while a newer one has the same price',
    due: [],
    async send({ account }, created) {
      created.push(await account.createIntent('12.5 USDC', 300));
      await scene.pass(600_000);
      created.push(await account.createIntent('12.5 USDC'));
      await payToken(usdc, addressOf(created), units(created));
    },
    intents: (created) => [{ ...paid(exact(created), `final ${exact(created)} USDC`), flags: ['late'] }, NOTHING],
    unmatched: [],
  },
  {
    attack: 'the price without its tail, while two intents have it',
    due: ['12.5 USDC', '12.5 USDC'],
    send: (_, created) => payToken(usdc, addressOf(created), 12_500_000n),
    intents: [NOTHING, NOTHING],
    unmatched: ['other_amount 12.5 USDC'],
  },
  {
    attack: 'none: an authorization with the intent’s nonce and without a tail',
    due: ['12.5 USDC', '12.5 USDC'],
    send: (_, created) => payByAuthorization(addressOf(created), 12_500_000n, nonceOf(created, 1)),
    intents: [NOTHING, paid('12.5', 'final 12.5 USDC')],
    unmatched: [],
  },
  {
    attack: 'an authorization with the nonce of one intent and the exact amount of another',
    due: ['12.5 USDC', '12.5 USDC'],
    send: (_, created) => payByAuthorization(addressOf(created), units(created), nonceOf(created, 1)),
    intents: (created) => [
      NOTHING,
      {
        ...paid(exact(created), `final ${exact(created)} USDC`),
        overpaid: printUnits(units(created) - 12_500_000n, 6),
        flags: ['overpaid'],
      },
    ],
    unmatched: [],
  },
  {
    attack: 'dust with the nonce of an intent, by a stranger who saw it',
    due: ['12.5 USDC'],
    send: (_, created) => payByAuthorization(addressOf(created), 1n, nonceOf(created)),
    intents: [NOTHING],
    unmatched: ['1 not listed, 0.000001 USDC'],
  },
  {
    attack: 'the nonce of an intent on a payment to somebody else',
    due: ['12.5 USDC'],
    send: (_, created) => payByAuthorization(payer.address, 12_500_000n, nonceOf(created)),
    intents: [NOTHING],
    unmatched: [],
  },
  {
    attack: 'the same transaction reported twice, by a second scan and after the cursor was lost',
    due: ['12.5 USDC'],
    async send({ account }, created) {
      await payToken(usdc, addressOf(created), units(created));
      await payToken(usdc, addressOf(created), 1_000_000n);
      await account.scan();
    },
    intents: exactlyPaid('USDC'),
    unmatched: ['other_amount 1 USDC'],
    afterwards: {
      send: () => opened.forgetScans(),
      intents: exactlyPaid('USDC'),
      unmatched: ['other_amount 1 USDC'],
    },
  },
];

const derived: Row<Fixture>[] = [
  {
    attack: 'a token that keeps a fee is credited with what arrives',
    due: ['12.5 FEE'],
    send: (_, created) => payToken(fee, addressOf(created), parseEther('12.5')),
    intents: [{ status: 'partially_paid', received: '12.375', payments: ['final 12.375 FEE'] }],
    unmatched: [],
  },
  {
    attack: 'the largest amount that a contract can report, which is not money',
    due: ['1 BIG'],
    send: (_, created) => payToken(big, addressOf(created), maxUint256),
    intents: [NOTHING],
    unmatched: [`unknown_token ${maxUint256} of an unknown token for 1`],
  },
  {
    attack: 'more than there is of any currency, exact to the last digit',
    due: ['1 USDC'],
    async send(_, created) {
      await scene.actors.give(payer.address, usdc, 10n ** 24n);
      await payToken(usdc, addressOf(created), 10n ** 23n + 1n);
    },
    intents: [
      {
        ...paid('100000000000000000.000001', 'final 100000000000000000.000001 USDC'),
        overpaid: '99999999999999999.000001',
        flags: ['overpaid'],
      },
    ],
    unmatched: [],
  },
  {
    attack: 'another token to the address of an intent',
    due: ['12.5 USDC'],
    send: (_, created) => payToken(usdt, addressOf(created), 12_500_000n),
    intents: [{ status: 'needs_review', cause: 'wrong_asset', flags: ['wrong_asset'], payments: ['final 12.5 USDT'] }],
    unmatched: [],
  },
  {
    attack: 'a token of another contract with the same symbol, to the address of an intent',
    due: ['12.5 USDC'],
    send: (_, created) => payToken(fake, addressOf(created), 12_500_000n),
    intents: [NOTHING],
    unmatched: ['unknown_token 12.5 of an unknown token for 1'],
  },
];

describe('on an EVM chain, at a shared address', () => {
  it.each(shared)('$attack', async (row) => runAttack(await openShared(), row));

  it('pays in tokens with 0 to 18 decimals, each exact to the last unit', async () => {
    const tokens: EvmToken[] = [];
    for (let decimals = 0; decimals <= 18; decimals += 1) {
      const token = await scene.actors.createToken({ symbol: `D${decimals}`, decimals });
      await scene.actors.give(payer.address, token, 10n ** 30n);
      tokens.push(token);
    }
    await scene.addAssets(...tokens);
    const { account } = await openShared();
    const created: CreatedIntent[] = [];
    for (const { symbol } of tokens) created.push(await account.createIntent(`1234 ${symbol}`));
    for (const [number, token] of tokens.entries())
      await scene.actors.payToken(payer, token, addressOf(created, number), units(created, number));
    await finalize();
    await account.scan();
    for (const [number, { symbol }] of tokens.entries())
      expect(await account.summarize(intentAt(created, number))).toEqual(
        paid(exact(created, number), `final ${exact(created, number)} ${symbol}`),
      );
    expect(await account.listUnmatched(created)).toEqual([]);
  });
});

describe('a claim on an EVM chain', () => {
  it('is proven by the owner of the wallet contract that paid, and by nobody else', async () => {
    const { actors } = scene;
    const [owner, stranger] = [await actors.newAccount(), await actors.newAccount()];
    const contract = await actors.deploy('SmartWallet', owner.address);
    await actors.give(contract, usdc, 100_000_000n);
    const { account } = await openShared();
    const created = [await account.createIntent('12.5 USDC')];
    const transfer = actors.encode('transfer', [addressOf(created), 12_500_000n]);
    const tx = await actors.send(owner, { to: contract, data: actors.encode('execute', [usdc.address, 0n, transfer]) });
    await finalize();
    await account.scan();
    expect(await account.listUnmatched(created)).toEqual(['other_amount 12.5 USDC']);
    const { result, proof } = await account.claim(intentAt(created, 0), tx);
    expect(result).toBe('under_review');
    const signedBy = async (signer: PrivateKeyAccount, address: Address) => ({
      address,
      signature: await signer.signMessage({ message: proof?.message ?? '' }),
    });
    for (const wrong of [await signedBy(stranger, contract), await signedBy(owner, owner.address)])
      await expect(account.claim(intentAt(created, 0), tx, wrong)).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await account.claim(intentAt(created, 0), tx, await signedBy(owner, contract))).toMatchObject({
      result: 'under_review',
      proof: { proven: true },
    });
    expect(await account.listClaims(created)).toEqual(['1 proven']);
  });
});

describe('on an EVM chain whose node cannot trace', () => {
  it('the coin forwarded by a contract is shown to the merchant, and credits nothing', async () => {
    const { address } = await scene.actors.newAccount('0');
    const account = openMerchantAccount({
      opened,
      chain: await scene.openBlind(),
      wallet: { text: address },
      nowMs: scene.nowMs,
    });
    const created = [await account.createIntent('0.5 ETH'), await account.createIntent('0.5 ETH')];
    await account.scan();
    await pay(address, units(created));
    await call(forwarder, scene.actors.encode('forward', [address]), units(created, 1));
    await scene.pass(60_000);
    await account.scan();
    expect(await account.summarize(intentAt(created, 0))).toEqual(exactlyPaid('ETH')(created)[0]);
    expect(await account.summarize(intentAt(created, 1))).toEqual(NOTHING);
    expect(await account.listUnmatched(created)).toEqual([`unexplained ${exact(created, 1)} ETH`]);
  });
});

describe('on an EVM chain, at an address per intent', () => {
  it.each(derived)('$attack', async (row) => runAttack(await openDerived(), row));
});
