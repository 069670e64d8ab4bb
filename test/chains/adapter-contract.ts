import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASSETS, ASSETS_ON_NETWORKS } from '../../src/domain/money/asset.ts';
import { formatDecimal, fromUnits, parseDecimal } from '../../src/domain/money/decimal.ts';
import {
  add,
  type CryptoAmount,
  chainUnits,
  cryptoAmount,
  multiply,
  roundDownTo,
} from '../../src/domain/money/money.ts';
import { ChainError } from '../../src/domain/networks/chain-error.ts';
import type { NetworkName } from '../../src/domain/networks/network.ts';
import { networkOf } from '../../src/domain/networks/network.ts';
import type { PaymentTarget } from '../../src/domain/payments/payment-target.ts';
import type { Transfer } from '../../src/domain/transfers/transfer.ts';
import { UserError } from '../../src/domain/user-error.ts';
import type { ChainAdapter, GivenWallet, Scan, Watch } from '../../src/ports/chain.ts';
import { NO_WALLETS } from './no-wallets.ts';
import type { Lie, RpcDoor } from './rpc-door.ts';

/** One kind of chain on one network, as the contract is run for it. */
export interface AdapterCase {
  name: string;
  network: NetworkName;
  /** What such a chain does not have, each with the reason; the lines about it are not defined then. */
  lacks: Partial<Record<'node' | 'fork', string>>;
  start: () => Promise<ContractScene>;
}

export interface SentPayment {
  place: PaymentTarget;
  asset: string;
  amount: CryptoAmount;
}

/** A chain on which the contract can do what payers, miners and nodes do. */
export interface ContractScene {
  /** An adapter as a process has it that was just started. */
  open(options?: { timeoutMs: number }): ChainAdapter;
  /** By the chain's own clock. */
  nowMs(): number;
  /** When the merchant's first place was given out. */
  sinceMs: number;
  /** What the merchant gives to be paid with; undefined where nothing is needed. */
  wallet: GivenWallet | undefined;
  /** A place of somebody who has nothing to do with the merchant. */
  strangersPlace(): Promise<PaymentTarget>;
  /** Sends each in a transaction of its own, all for the same block, and tells their ids in this order. */
  pay(...payments: SentPayment[]): Promise<string[]>;
  /** What was sent stands in a block afterwards. */
  mine(): Promise<void>;
  /** More than one look reads, in blocks; tells the payments to the place among it, the first and the last part included. */
  overfill(place: PaymentTarget): Promise<string[]>;
  /** It could be the name of a transaction, and is none's. */
  unknownTx: string;
  /** The way to the node, what a node of another chain answers, and the end of every back-off. */
  node?: { door: RpcDoor; otherChain: Lie; waitForBackOff: () => void };
  /** A payment whose block the chain gives up, and which another block holds later. */
  fork?: { pay(payment: SentPayment): Promise<string>; giveUp(tx: string): Promise<void>; mineAgain(): Promise<void> };
  stop(): Promise<void>;
}

const UNITS = chainUnits(12_345_678n);
const ONE_UNIT = chainUnits(1n);
const SCANS_MAX = 60;
const SILENCE_MS = 300;
const PATIENCE_MS = 600_000;
const NO_TRANSACTIONS = ['', ' ', 'not an id', '0', '0'.repeat(9_999), '{"tx": 1}', '💸', "'; DROP TABLE payments"];

/** What every adapter promises to the loop around it, to the payer's page and to who claims a payment. */
export function adapterContract({ name, network, lacks, start }: AdapterCase): void {
  const reasons = Object.entries(lacks).map(([what, reason]) => ` (no ${what}: ${reason})`);

  describe(`the adapter of ${name}${reasons.join('')}`, () => {
    let scene: ContractScene;
    let chain: ChainAdapter;
    let cursor: string | undefined;
    let lastIndex = 0;

    beforeAll(async () => {
      scene = await start();
      chain = scene.open();
    });

    afterAll(() => scene.stop());

    const wallet = () =>
      scene.wallet === undefined ? ({ kind: 'none', text: '' } as const) : chain.readWallet(scene.wallet);

    const newPlace = (): PaymentTarget => chain.targetAt(wallet(), (lastIndex += 1));

    /** In the asset that all networks of a family have. */
    const paymentTo = (place: PaymentTarget, units = UNITS): SentPayment => {
      const { code, decimals } = chain.assets[0] as (typeof chain.assets)[number];
      return { place, asset: code, amount: fromUnits(units, decimals) };
    };

    const watch = (): Watch => ({
      sinceMs: scene.sinceMs,
      nowMs: scene.nowMs(),
      pending: [],
      addresses: async () => (chain.walletKind === 'address' ? [wallet().text] : []),
    });

    async function readOn(reader: ChainAdapter, from: string | undefined): Promise<Scan[]> {
      const scans = [await reader.scan(from, watch())];
      while (scans.at(-1)?.behind === true && scans.length < SCANS_MAX)
        scans.push(await reader.scan(scans.at(-1)?.cursor, watch()));
      expect(scans.at(-1)?.behind).toBe(false);
      for (const { tipHeight, transfers, scannedUntilMs } of scans) {
        expect(scannedUntilMs).toBeLessThanOrEqual(scene.nowMs());
        for (const { blockHeight = 0 } of transfers) expect(tipHeight).toBeGreaterThanOrEqual(blockHeight);
      }
      return scans;
    }

    /** Reads everything that is there, and remembers how far that was. */
    async function catchUp(): Promise<Scan[]> {
      const scans = await readOn(chain, cursor);
      cursor = scans.at(-1)?.cursor;
      return scans;
    }

    async function here(): Promise<string> {
      await catchUp();
      return cursor as string;
    }

    /** Pays, and puts it into a block. */
    async function payInBlock(...payments: SentPayment[]): Promise<string[]> {
      const txs = await scene.pay(...payments);
      await scene.mine();
      return txs;
    }

    it('has its network and its assets from the tables', () => {
      expect(chain.network).toBe(networkOf(network));
      const listed = ASSETS_ON_NETWORKS.filter((asset) => asset.network === network);
      const everything = [...ASSETS.keys()].map((code) => ({ code, network, token: undefined, decimals: 18 }));
      // A network that the table does not name takes every asset there is, to try it out.
      expect(chain.assets).toEqual(listed.length > 0 ? listed : everything);
    });

    it.each(NO_WALLETS.filter(({ walletOf }) => walletOf !== networkOf(network).family))(
      'refuses $what as a wallet, with a sentence that does not repeat it',
      ({ text }) => {
        const refusal = failureOf(() => chain.readWallet({ text }));
        expect(refusal).toBeInstanceOf(UserError);
        expect(refusal.message).toMatch(/^[A-Z“].{20,}\.$/);
        for (const [word] of text.matchAll(/[A-Za-z0-9]{20,}/g)) expect(refusal.message).not.toContain(word);
      },
    );

    it('reads back the wallet that it keeps', () => {
      if (chain.walletKind === 'none') expect(scene.wallet).toBeUndefined();
      else {
        expect(wallet().kind).toBe(chain.walletKind);
        expect(chain.readWallet({ text: wallet().text })).toEqual(wallet());
      }
    });

    it('gives each intent a place of its own, by its number where the wallet is a key', () => {
      const places = [0, 1, 2, 3].map((index) => chain.targetAt(wallet(), index));
      expect(new Set(places.map(keyOf)).size).toBe(4);
      const again = [0, 1, 2, 3].map((index) => scene.open().targetAt(wallet(), index));
      if (chain.walletKind === 'extended_key') expect(again).toEqual(places);
      else expect(new Set([...places, ...again].map(keyOf)).size).toBe(8);
      if (chain.walletKind === 'address') for (const { address } of places) expect(address).toBe(wallet().text);
    });

    it('asks in its links for exactly the amount, and rounds up what the network cannot express', () => {
      const place = newPlace();
      for (const { code, decimals } of chain.assets) {
        const unit = fromUnits(ONE_UNIT, decimals);
        const asked = (amount: CryptoAmount): CryptoAmount => {
          const link = new URL(chain.paymentUri({ target: place, asset: code, amount }));
          expect(link.pathname).toBe(place.address);
          expect(link.searchParams.get('reference')).toBe(place.reference ?? null);
          const [text = '', ...others] = link.searchParams.getAll('amount');
          expect(others).toEqual([]);
          expect(text).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
          return parseDecimal(text);
        };
        const almostOne = fromUnits(chainUnits(10n ** BigInt(decimals) - 1n), decimals);
        const largest = add(parseDecimal('999999999999999999'), almostOne);
        for (const amount of [unit, multiply(unit, 3n), add(parseDecimal('0.3'), unit), largest])
          if (roundDownTo(amount, unit) === amount) expect(formatDecimal(asked(amount))).toBe(formatDecimal(amount));
        if (decimals < 18) expect(asked(add(unit, cryptoAmount(1n)))).toBe(multiply(unit, 2n));
      }
    });

    it('begins without a cursor, with what was sent since the first place was given out', async () => {
      const place = newPlace();
      const [tx] = await payInBlock(paymentTo(place));
      const told = inBlocks(await readOn(scene.open(), undefined), place);
      expect(told).toMatchObject([{ tx }]);
    });

    it('keeps in a text how far it has read, and believes no other text', async () => {
      const from = await here();
      const place = newPlace();
      const [tx] = await payInBlock(paymentTo(place));
      const stored = Buffer.from(from, 'utf8').toString('utf8');
      expect(stored).toBe(from);
      expect(from).not.toContain('\0');
      expect(inBlocks(await readOn(scene.open(), stored), place)).toMatchObject([{ tx }]);
      for (const text of ['{', 'null', '[]', '{}', 'nonsense'])
        await expect(chain.scan(text, watch()), text).rejects.toMatchObject({ name: 'ChainError', kind: 'distrusted' });
    });

    it('tells a payment in each of its assets, first waiting and then in a block, as the same transfer', async () => {
      await here();
      const before = (await catchUp()).at(-1)?.scannedUntilMs ?? Number.POSITIVE_INFINITY;
      const places = chain.assets.map(() => newPlace());
      const payments = chain.assets.map(({ code, decimals }, number) => {
        const place = places[number] as PaymentTarget;
        return { place, asset: code, amount: fromUnits(add(UNITS, chainUnits(BigInt(number))), decimals) };
      });
      const txs = await scene.pay(...payments);
      const seen = await catchUp();
      await scene.mine();
      const mined = await catchUp();
      for (const [number, { code, token }] of chain.assets.entries()) {
        const place = places[number] as PaymentTarget;
        // What waits may be told with every look.
        const [waiting, ...more] = to(place, seen);
        for (const other of more) expect(other).toEqual(waiting);
        const { address } = place;
        const amount = payments[number]?.amount;
        expect(waiting).toMatchObject({ tx: txs[number], address, asset: code, token, amount, failed: false });
        expect(waiting?.blockHeight).toBeUndefined();
        expect(waiting?.firstSeenAtMs).toBeGreaterThanOrEqual(before);
        const [held, ...others] = to(place, mined);
        expect(others).toEqual([]);
        expect(held?.blockHeight).toBeGreaterThan(0);
        expect(undated(waiting)).toEqual({ ...undated(held), blockHeight: undefined });
      }
      expect(to(places[0] as PaymentTarget, await catchUp())).toEqual([]);
    });

    it('tells two payments in one block, each once, and nothing of ours where a stranger is paid', async () => {
      await here();
      const places = [newPlace(), newPlace()];
      const stranger = await scene.strangersPlace();
      const txs = await payInBlock(...[...places, stranger].map((place) => paymentTo(place)));
      const scans = await catchUp();
      const told = places.flatMap((place) => inBlocks(scans, place));
      expect(told.map(({ tx }) => tx)).toEqual(txs.slice(0, 2));
      expect(new Set(told.map(({ tx, index }) => `${tx}:${index}`)).size).toBe(2);
      expect(new Set(told.map(({ blockHeight }) => blockHeight)).size).toBe(1);
      const foreign = scans.flatMap(({ transfers }) => transfers.filter(({ tx }) => tx === txs[2]));
      const own = places.flatMap(({ address, reference }) => [address, reference]);
      for (const { keys, address } of foreign) for (const key of [...keys, address]) expect(own).not.toContain(key);
    });

    it('tells the same again from the same cursor, to itself and to another process', async () => {
      const from = await here();
      const place = newPlace();
      await payInBlock(paymentTo(place), paymentTo(place, add(UNITS, ONE_UNIT)));
      const asked = watch();
      const once = await chain.scan(from, asked);
      expect(inBlocks([once], place)).toHaveLength(2);
      expect(await chain.scan(from, asked)).toEqual(once);
      const other = await scene.open().scan(from, asked);
      expect(inBlocks([other], place)).toEqual(inBlocks([once], place));
    });

    it('tells the same in two pieces as in one', async () => {
      const from = await here();
      const place = newPlace();
      await payInBlock(paymentTo(place));
      const first = await readOn(chain, from);
      await payInBlock(paymentTo(place, add(UNITS, ONE_UNIT)));
      const second = await readOn(chain, first.at(-1)?.cursor);
      const whole = inBlocks(await readOn(scene.open(), from), place);
      expect(whole).toHaveLength(2);
      expect(inBlocks([...first, ...second], place).map(undated)).toEqual(whole.map(undated));
    });

    it('reads much in pieces, each payment once, and says of no time that it was read before it was', async () => {
      await here();
      const place = newPlace();
      const txs = await scene.overfill(place);
      const scans = await catchUp();
      expect(scans[0]?.behind).toBe(true);
      expect(
        inBlocks(scans, place)
          .map(({ tx }) => tx)
          .sort(),
      ).toEqual(txs.toSorted());
      for (const [number, { scannedUntilMs }] of scans.entries())
        for (const { firstSeenAtMs } of inBlocks(scans.slice(number + 1), place))
          expect(scannedUntilMs).toBeLessThanOrEqual(firstSeenAtMs);
    });

    it('looks up what it has told, and has nothing for what nobody knows', async () => {
      await here();
      const place = newPlace();
      const [tx = ''] = await payInBlock(paymentTo(place));
      const told = inBlocks(await catchUp(), place);
      expect(told).toHaveLength(1);
      const found = [{ transfers: await chain.lookUp(tx) }];
      expect(to(place, found).map(undated)).toEqual(told.map(undated));
      for (const text of [scene.unknownTx, ...NO_TRANSACTIONS]) expect(await chain.lookUp(text), text).toEqual([]);
    });

    if (lacks.node === undefined) {
      const away = { name: 'ChainError', kind: 'away' };
      const nodeOf = () => scene.node ?? expect.fail('a chain that lacks no node has one');

      it('says in time that a silent or a lost node is away, and misses nothing meanwhile', async () => {
        const { door, waitForBackOff } = nodeOf();
        const from = await here();
        const impatient = scene.open({ timeoutMs: SILENCE_MS });
        door.state = 'silent';
        let stillWaits = true;
        const patient = scene.open({ timeoutMs: PATIENCE_MS });
        // It is answered when the scene ends.
        void patient.scan(from, watch()).catch(() => {
          stillWaits = false;
        });
        await expect(impatient.scan(from, watch())).rejects.toMatchObject(away);
        expect(stillWaits).toBe(true);
        waitForBackOff();
        await expect(impatient.lookUp(scene.unknownTx)).rejects.toMatchObject(away);
        door.state = 'shut';
        await expect(chain.scan(from, watch())).rejects.toMatchObject(away);
        await expect(chain.scan(from, watch())).rejects.toBeInstanceOf(ChainError);
        const place = newPlace();
        const [tx] = await payInBlock(paymentTo(place));
        door.state = 'open';
        waitForBackOff();
        expect(inBlocks(await readOn(chain, from), place)).toMatchObject([{ tx }]);
      });

      it('does not believe a node of another chain, and asks again whether it is the right one', async () => {
        const { door, otherChain } = nodeOf();
        const from = await here();
        const reader = scene.open();
        door.lie = otherChain;
        const distrusted = { name: 'ChainError', kind: 'distrusted', message: expect.stringMatching(/another chain/) };
        await expect(reader.scan(from, watch())).rejects.toMatchObject(distrusted);
        await expect(reader.scan(undefined, watch())).rejects.toMatchObject(distrusted);
        await expect(reader.lookUp(scene.unknownTx)).rejects.toMatchObject(distrusted);
        door.lie = () => undefined;
        await readOn(reader, from);
      });
    }

    if (lacks.fork === undefined) {
      it('takes back what stood in a block that the chain gives up, and tells it again in another', async () => {
        const fork = scene.fork ?? expect.fail('a chain that lacks no fork has one');
        await here();
        const place = newPlace();
        const tx = await fork.pay(paymentTo(place));
        await scene.mine();
        const [first] = inBlocks(await catchUp(), place);
        await fork.giveUp(tx);
        const undone = await catchUp();
        const [rolledBackTo = Number.NaN] = undone.flatMap((scan) => scan.rolledBackTo ?? []);
        expect(rolledBackTo).toBeLessThan(first?.blockHeight ?? 0);
        expect(inBlocks(undone, place)).toEqual([]);
        await fork.mineAgain();
        const [again, ...more] = inBlocks(await catchUp(), place);
        expect(more).toEqual([]);
        expect(again?.blockHeight).toBeGreaterThan(rolledBackTo);
        expect(undated(again)).toEqual({ ...undated(first), blockHeight: again?.blockHeight });
      });
    }
  });
}

/** What a transfer to a place is known by. */
const keyOf = ({ address, reference }: PaymentTarget): string => reference ?? address;

const to = (place: PaymentTarget, scans: readonly Pick<Scan, 'transfers'>[]): Transfer[] =>
  scans.flatMap(({ transfers }) => transfers.filter(({ keys }) => keys.includes(keyOf(place))));

const inBlocks = (scans: readonly Scan[], place: PaymentTarget): Transfer[] =>
  to(place, scans).filter(({ blockHeight }) => blockHeight !== undefined);

/** When it was first seen depends on who looked: a block of a fast miner has a time that is yet to come. */
const undated = (transfer: Transfer | undefined) => ({ ...transfer, firstSeenAtMs: undefined });

function failureOf(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('This should have been refused.');
}
