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
import type { ChainAdapter, GivenWallet, Scan, SignedText, Watch } from '../../src/ports/chain.ts';
import { probeNetwork } from '../../src/usecases/networks/probe-network.ts';
import { INVALID_WALLETS } from './invalid-wallets.ts';
import type { Override, RpcProxy } from './rpc-proxy.ts';

/** One kind of chain on one network that the contract runs for. */
export interface AdapterCase {
  name: string;
  network: NetworkName;
  /** What this chain does not have, with the reason. The tests about it are skipped. */
  lacks: Partial<Record<'node' | 'fork' | 'pending', string>>;
  start: () => Promise<ContractScene>;
}

export interface SentPayment {
  target: PaymentTarget;
  asset: string;
  amount: CryptoAmount;
}

/** A chain on which the contract can act as payers, miners and nodes. */
export interface ContractScene {
  /** An adapter in a process that has just started. */
  open(options?: { timeoutMs: number }): ChainAdapter;
  /** The chain's time. */
  nowMs(): number;
  /** When the merchant's first target was assigned. */
  sinceMs: number;
  /** The merchant's wallet; undefined if none is needed. */
  wallet: GivenWallet | undefined;
  /** A payment target of someone else. */
  foreignTarget(): Promise<PaymentTarget>;
  /** Sends each payment in a separate transaction, all for the same block, and returns their IDs in order. */
  pay(...payments: SentPayment[]): Promise<string[]>;
  /** Mines everything that was sent. */
  mine(): Promise<void>;
  /** Mines more than one scan reads, and returns the payments to the target, which include the first and the last. */
  overfill(target: PaymentTarget): Promise<string[]>;
  /** What a payment link asks for, where it is not in the form of BIP 21. */
  readLink?(uri: string, decimals: number): { address: string; amount: CryptoAmount };
  /** The account that pays signs a text; undefined where accounts cannot sign texts. */
  sign?(text: string): Promise<SignedText>;
  /** A valid transaction ID of no transaction. */
  unknownTx: string;
  /** The proxy to the node, the responses of a node on another chain, and a way past every back-off. */
  node?: { proxy: Pick<RpcProxy, 'state' | 'override'>; otherChain: Override; waitForBackOff: () => void };
  /** A payment whose block the chain drops, and which a later block contains again. */
  fork?: {
    pay(payment: SentPayment): Promise<string>;
    dropBlock(tx: string): Promise<void>;
    mineAgain(): Promise<void>;
  };
  stop(): Promise<void>;
}

const UNITS = chainUnits(12_345_678n);
const ONE_UNIT = chainUnits(1n);
const SCANS_MAX = 60;
const AWAITED_MAX = 20;
const SILENCE_MS = 300;
const PATIENCE_MS = 600_000;
/** How far a block's time may be from the real time. */
const BLOCK_TIME_OFF_MS_MAX = 2 * 3_600_000;
const INVALID_TRANSACTION_IDS = [
  '',
  ' ',
  'not an id',
  '0',
  '0'.repeat(9_999),
  '{"tx": 1}',
  '💸',
  "'; DROP TABLE payments",
];

/** The contract of every adapter with the watcher, the payer's page and payment claims. */
export function adapterContract({ name, network, lacks, start }: AdapterCase): void {
  const reasons = Object.entries(lacks).map(([what, reason]) => ` (no ${what}: ${reason})`);

  describe(`the adapter of ${name}${reasons.join('')}`, () => {
    let scene: ContractScene;
    let chain: ChainAdapter;
    let cursor: string | undefined;
    let lastIndex = 0;
    /** Whose payments are watched. */
    const addresses = new Set<string>();

    beforeAll(async () => {
      scene = await start();
      chain = scene.open();
    });

    afterAll(() => scene.stop());

    const wallet = () =>
      scene.wallet === undefined ? ({ kind: 'none', text: '' } as const) : chain.readWallet(scene.wallet);

    function newTarget(): PaymentTarget {
      const target = chain.targetAt(wallet(), (lastIndex += 1));
      addresses.add(target.address);
      return target;
    }

    /** In an asset that all networks of the family have. */
    const paymentTo = (target: PaymentTarget, units = UNITS): SentPayment => {
      const { code, decimals } = chain.assets[0] as (typeof chain.assets)[number];
      return { target, asset: code, amount: fromUnits(units, decimals) };
    };

    const watch = (): Watch => ({
      sinceMs: scene.sinceMs,
      nowMs: scene.nowMs(),
      pending: [],
      needsAgreement: false,
      coinUntilMs: Number.MAX_SAFE_INTEGER,
      addresses: async (_, which) => {
        const newestFirst = [...addresses].toReversed();
        return which === 'awaited' ? newestFirst.slice(0, AWAITED_MAX) : newestFirst;
      },
      sinceOf: async () => scene.sinceMs,
    });

    async function readAll(reader: ChainAdapter, from: string | undefined): Promise<Scan[]> {
      const scans = [await reader.scan(from, watch())];
      while (scans.at(-1)?.behind === true && scans.length < SCANS_MAX)
        scans.push(await reader.scan(scans.at(-1)?.cursor, watch()));
      expect(scans.at(-1)?.behind).toBe(false);
      for (const { tipHeight, transfers, scannedUntilMs } of scans) {
        expect(scannedUntilMs).toBeLessThanOrEqual(scene.nowMs());
        for (const { blockHeight = 0 } of transfers) expect(tipHeight).toBeGreaterThanOrEqual(blockHeight);
        for (const { blockHeight, blockTimeMs } of transfers)
          expect(blockTimeMs === undefined).toBe(blockHeight === undefined);
      }
      return scans;
    }

    /** Reads everything new and moves the cursor. */
    async function catchUp(): Promise<Scan[]> {
      const scans = await readAll(chain, cursor);
      cursor = scans.at(-1)?.cursor;
      return scans;
    }

    async function cursorAtTip(): Promise<string> {
      await catchUp();
      return cursor as string;
    }

    async function payInBlock(...payments: SentPayment[]): Promise<string[]> {
      const txs = await scene.pay(...payments);
      await scene.mine();
      return txs;
    }

    it('takes its network and assets from the tables', () => {
      expect(chain.network).toBe(networkOf(network));
      const listed = ASSETS_ON_NETWORKS.filter((asset) => asset.network === network);
      const everything = [...ASSETS.keys()].map((code) => ({ code, network, token: undefined, decimals: 18 }));
      // A network that is not in the table accepts every asset, for testing.
      expect(chain.assets).toEqual(listed.length > 0 ? listed : everything);
    });

    it.each(INVALID_WALLETS.filter(({ walletOf }) => walletOf !== networkOf(network).family))(
      'rejects $what as a wallet, with a message that does not repeat it',
      ({ text }) => {
        const error = failureOf(() => chain.readWallet({ text }));
        expect(error).toBeInstanceOf(UserError);
        expect(error.message).toMatch(/^[A-Z“].{20,}\.$/);
        for (const [word] of text.matchAll(/[A-Za-z0-9]{20,}/g)) expect(error.message).not.toContain(word);
      },
    );

    it('accepts the canonical form of a wallet', () => {
      if (chain.walletKinds.length === 0) expect(scene.wallet).toBeUndefined();
      else {
        expect(chain.walletKinds).toContain(wallet().kind);
        expect(chain.readWallet({ text: wallet().text })).toEqual(wallet());
      }
    });

    it('gives each intent a different target, derived from the index if the wallet is an extended key', () => {
      const targets = [0, 1, 2, 3].map((index) => chain.targetAt(wallet(), index));
      expect(new Set(targets.map(keyOf)).size).toBe(4);
      const again = [0, 1, 2, 3].map((index) => scene.open().targetAt(wallet(), index));
      if (wallet().kind === 'extended_key') expect(again).toEqual(targets);
      else expect(new Set([...targets, ...again].map(keyOf)).size).toBe(8);
      if (wallet().kind === 'address') for (const { address } of targets) expect(address).toBe(wallet().text);
    });

    it('puts the exact amount into payment links, rounded up to what the network can express', () => {
      const target = newTarget();
      for (const { code, decimals } of chain.assets) {
        const unit = fromUnits(ONE_UNIT, decimals);
        const requested = (amount: CryptoAmount): CryptoAmount => {
          const uri = chain.paymentUri({ target, asset: code, amount });
          const own = scene.readLink?.(uri, decimals);
          if (own) {
            expect(own.address).toBe(target.address);
            return own.amount;
          }
          const link = new URL(uri);
          expect(link.pathname).toBe(target.address);
          expect(link.searchParams.get('reference')).toBe(target.reference ?? null);
          const [text = '', ...others] = link.searchParams.getAll('amount');
          expect(others).toEqual([]);
          expect(text).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
          return parseDecimal(text);
        };
        const almostOne = fromUnits(chainUnits(10n ** BigInt(decimals) - 1n), decimals);
        const largest = add(parseDecimal('999999999999999999'), almostOne);
        for (const amount of [unit, multiply(unit, 3n), add(parseDecimal('0.3'), unit), largest])
          if (roundDownTo(amount, unit) === amount)
            expect(formatDecimal(requested(amount))).toBe(formatDecimal(amount));
        if (decimals < 18) expect(requested(add(unit, cryptoAmount(1n)))).toBe(multiply(unit, 2n));
      }
    });

    it('starts without a cursor at the time of the first target', async () => {
      const target = newTarget();
      const [tx] = await payInBlock(paymentTo(target));
      const found = inBlocks(await readAll(scene.open(), undefined), target);
      expect(found).toMatchObject([{ tx }]);
    });

    it('has a cursor that can be stored as text, and rejects invalid cursors', async () => {
      const from = await cursorAtTip();
      const target = newTarget();
      const [tx] = await payInBlock(paymentTo(target));
      const stored = Buffer.from(from, 'utf8').toString('utf8');
      expect(stored).toBe(from);
      expect(from).not.toContain('\0');
      expect(inBlocks(await readAll(scene.open(), stored), target)).toMatchObject([{ tx }]);
      for (const text of ['{', 'null', '[]', '{}', 'nonsense'])
        await expect(chain.scan(text, watch()), text).rejects.toMatchObject({ name: 'ChainError', kind: 'distrusted' });
    });

    it('returns a payment in each asset, first pending and then in a block, as the same transfer', async () => {
      await cursorAtTip();
      const before = (await catchUp()).at(-1)?.scannedUntilMs ?? Number.POSITIVE_INFINITY;
      const targets = chain.assets.map(() => newTarget());
      const payments = chain.assets.map(({ code, decimals }, number) => {
        const target = targets[number] as PaymentTarget;
        return { target, asset: code, amount: fromUnits(add(UNITS, chainUnits(BigInt(number))), decimals) };
      });
      const txs = await scene.pay(...payments);
      const seen = await catchUp();
      if (lacks.pending !== undefined) for (const target of targets) expect(to(target, seen)).toEqual([]);
      await scene.mine();
      const mined = await catchUp();
      for (const [number, { code, token }] of chain.assets.entries()) {
        const target = targets[number] as PaymentTarget;
        const { address } = target;
        const amount = payments[number]?.amount;
        const [confirmed, ...others] = to(target, mined);
        expect(others).toEqual([]);
        expect(confirmed).toMatchObject({ tx: txs[number], address, asset: code, token, amount, failed: false });
        expect(confirmed?.blockHeight).toBeGreaterThan(0);
        expect(Math.abs((confirmed?.blockTimeMs ?? 0) - scene.nowMs())).toBeLessThan(BLOCK_TIME_OFF_MS_MAX);
        if (lacks.pending !== undefined) continue;
        // Pending transfers may be returned with every scan.
        const [pending, ...more] = to(target, seen);
        for (const other of more) expect(other).toEqual(pending);
        expect(pending?.firstSeenAtMs).toBeGreaterThanOrEqual(before);
        expect(undated(pending)).toEqual({ ...undated(confirmed), blockHeight: undefined });
      }
      expect(to(targets[0] as PaymentTarget, await catchUp())).toEqual([]);
    });

    it('returns two payments in one block once each, and no payment to someone else', async () => {
      await cursorAtTip();
      const targets = [newTarget(), newTarget()];
      const foreignTarget = await scene.foreignTarget();
      const txs = await payInBlock(...[...targets, foreignTarget].map((target) => paymentTo(target)));
      const scans = await catchUp();
      const found = targets.flatMap((target) => inBlocks(scans, target));
      expect(found.map(({ tx }) => tx)).toEqual(txs.slice(0, 2));
      expect(new Set(found.map(({ tx, index }) => `${tx}:${index}`)).size).toBe(2);
      expect(new Set(found.map(({ blockHeight }) => blockHeight)).size).toBe(1);
      const foreign = scans.flatMap(({ transfers }) => transfers.filter(({ tx }) => tx === txs[2]));
      const own = targets.flatMap(({ address, reference }) => [address, reference]);
      for (const { keys, address } of foreign) for (const key of [...keys, address]) expect(own).not.toContain(key);
    });

    it('returns the same transfers from the same cursor, in the same and in another process', async () => {
      const from = await cursorAtTip();
      const target = newTarget();
      await payInBlock(paymentTo(target), paymentTo(target, add(UNITS, ONE_UNIT)));
      const input = watch();
      const once = await chain.scan(from, input);
      expect(inBlocks([once], target)).toHaveLength(2);
      expect(await chain.scan(from, input)).toEqual(once);
      const other = await scene.open().scan(from, input);
      expect(inBlocks([other], target)).toEqual(inBlocks([once], target));
    });

    it('returns the same transfers in two steps as in one', async () => {
      const from = await cursorAtTip();
      const target = newTarget();
      await payInBlock(paymentTo(target));
      const first = await readAll(chain, from);
      await payInBlock(paymentTo(target, add(UNITS, ONE_UNIT)));
      const second = await readAll(chain, first.at(-1)?.cursor);
      const whole = inBlocks(await readAll(scene.open(), from), target);
      expect(whole).toHaveLength(2);
      expect(inBlocks([...first, ...second], target).map(undated)).toEqual(whole.map(undated));
    });

    it('reads a backlog in steps, each payment once, and never reports a scanned time too early', async () => {
      await cursorAtTip();
      const target = newTarget();
      const txs = await scene.overfill(target);
      const scans = await catchUp();
      expect(scans[0]?.behind).toBe(true);
      expect(
        inBlocks(scans, target)
          .map(({ tx }) => tx)
          .sort(),
      ).toEqual(txs.toSorted());
      for (const [number, { scannedUntilMs }] of scans.entries())
        for (const { firstSeenAtMs } of inBlocks(scans.slice(number + 1), target))
          expect(scannedUntilMs).toBeLessThanOrEqual(firstSeenAtMs);
    });

    it('looks up transfers by transaction ID, and finds nothing for unknown IDs', async () => {
      await cursorAtTip();
      const target = newTarget();
      const [tx = ''] = await payInBlock(paymentTo(target));
      const scanned = inBlocks(await catchUp(), target);
      expect(scanned).toHaveLength(1);
      const found = [{ transfers: await chain.lookUp(tx) }];
      expect(to(target, found).map(undated)).toMatchObject(scanned.map(undated));
      expect(to(target, found)[0]?.blockTimeMs).toBe(scanned[0]?.blockTimeMs);
      for (const text of [scene.unknownTx, ...INVALID_TRANSACTION_IDS])
        expect(await chain.lookUp(text), text).toEqual([]);
    });

    it('probes its newest block, which is found too old if no block follows it for long', async () => {
      await scene.mine();
      const newest = await chain.probe();
      expect(newest.height).toBeGreaterThan(0);
      const [scan] = await readAll(chain, await cursorAtTip());
      expect((await chain.probe()).height).toBe(scan?.tipHeight);
      const limited = { network: { ...chain.network, tipAgeMsMax: 60_000 }, probe: () => chain.probe() };
      const at = (nowMs: number) => probeNetwork(limited, { nowMs: () => nowMs });
      expect(await at(newest.timeMs)).toMatchObject({ height: newest.height });
      const tooOld = { kind: 'away', message: expect.stringMatching(/ min old/) };
      await expect(at(newest.timeMs + 3_600_000)).rejects.toMatchObject(tooOld);
      await scene.mine();
      expect((await chain.probe()).height).toBeGreaterThan(newest.height);
    });

    it('names the accounts that a payment came from, whose owners can sign, or none', async () => {
      await cursorAtTip();
      const target = newTarget();
      const [tx = ''] = await payInBlock(paymentTo(target));
      await catchUp();
      const found = (await chain.lookUp(tx)).find(({ address }) => address === target.address);
      const { sources = [] } = found ?? expect.fail();
      const signed = await scene.sign?.('a text');
      expect(chain.verifySignedText === undefined).toBe(signed === undefined);
      expect(sources).toEqual(signed === undefined ? [] : [signed.address]);
      if (signed === undefined) return;
      expect(await chain.verifySignedText?.(signed)).toBe(true);
      const stranger = await scene.foreignTarget();
      for (const change of [{ text: 'another text' }, { signature: 'nonsense' }, { address: stranger.address }])
        expect(await chain.verifySignedText?.({ ...signed, ...change })).toBe(false);
    });

    if (lacks.node === undefined) {
      const away = { name: 'ChainError', kind: 'away' };
      const nodeOf = () => scene.node ?? expect.fail('the scene has no node');

      it('reports in time that a silent or unreachable node is away, and misses nothing', async () => {
        const { proxy, waitForBackOff } = nodeOf();
        const from = await cursorAtTip();
        const impatient = scene.open({ timeoutMs: SILENCE_MS });
        proxy.state = 'silent';
        let stillWaits = true;
        const patient = scene.open({ timeoutMs: PATIENCE_MS });
        // The request fails when the scene ends.
        void patient.scan(from, watch()).catch(() => {
          stillWaits = false;
        });
        await expect(impatient.scan(from, watch())).rejects.toMatchObject(away);
        expect(stillWaits).toBe(true);
        waitForBackOff();
        await expect(impatient.lookUp(scene.unknownTx)).rejects.toMatchObject(away);
        proxy.state = 'closed';
        await expect(chain.scan(from, watch())).rejects.toMatchObject(away);
        await expect(chain.scan(from, watch())).rejects.toBeInstanceOf(ChainError);
        const target = newTarget();
        const [tx] = await payInBlock(paymentTo(target));
        proxy.state = 'open';
        waitForBackOff();
        expect(inBlocks(await readAll(chain, from), target)).toMatchObject([{ tx }]);
      });

      it('distrusts a node on another chain, and checks the chain again later', async () => {
        const { proxy, otherChain } = nodeOf();
        const from = await cursorAtTip();
        const reader = scene.open();
        proxy.override = otherChain;
        const distrusted = { name: 'ChainError', kind: 'distrusted', message: expect.stringMatching(/another chain/) };
        await expect(reader.scan(from, watch())).rejects.toMatchObject(distrusted);
        await expect(reader.scan(undefined, watch())).rejects.toMatchObject(distrusted);
        await expect(reader.lookUp(scene.unknownTx)).rejects.toMatchObject(distrusted);
        await expect(reader.probe()).rejects.toMatchObject(distrusted);
        proxy.override = () => undefined;
        await reader.probe();
        await readAll(reader, from);
      });

      it('finds by a probe that the node moved to another chain since the last call, and that it is back', async () => {
        const { proxy, otherChain } = nodeOf();
        const from = await cursorAtTip();
        proxy.override = otherChain;
        await expect(chain.probe()).rejects.toMatchObject({ kind: 'distrusted' });
        await expect(chain.scan(from, watch())).rejects.toMatchObject({ kind: 'distrusted' });
        proxy.override = () => undefined;
        await chain.probe();
        await readAll(chain, from);
      });

      it('finds by a probe that the node is away, and that it is back', async () => {
        const { proxy, waitForBackOff } = nodeOf();
        await chain.probe();
        proxy.state = 'closed';
        await expect(chain.probe()).rejects.toMatchObject(away);
        proxy.state = 'open';
        waitForBackOff();
        await chain.probe();
      });
    }

    if (lacks.fork === undefined) {
      it('rolls back the transfers of a dropped block, and returns them again in a new block', async () => {
        const fork = scene.fork ?? expect.fail('the scene has no fork');
        await cursorAtTip();
        const target = newTarget();
        const tx = await fork.pay(paymentTo(target));
        await scene.mine();
        const [first] = inBlocks(await catchUp(), target);
        await fork.dropBlock(tx);
        const undone = await catchUp();
        const [rolledBackTo = Number.NaN] = undone.flatMap((scan) => scan.rolledBackTo ?? []);
        expect(rolledBackTo).toBeLessThan(first?.blockHeight ?? 0);
        expect(inBlocks(undone, target)).toEqual([]);
        await fork.mineAgain();
        const [again, ...more] = inBlocks(await catchUp(), target);
        expect(more).toEqual([]);
        expect(again?.blockHeight).toBeGreaterThan(rolledBackTo);
        expect(undated(again)).toEqual({ ...undated(first), blockHeight: again?.blockHeight });
      });
    }
  });
}

/** The key that identifies transfers to a target. */
const keyOf = ({ address, reference }: PaymentTarget): string => reference ?? address;

const to = (target: PaymentTarget, scans: readonly Pick<Scan, 'transfers'>[]): Transfer[] =>
  scans.flatMap(({ transfers }) => transfers.filter(({ keys }) => keys.includes(keyOf(target))));

const inBlocks = (scans: readonly Scan[], target: PaymentTarget): Transfer[] =>
  to(target, scans).filter(({ blockHeight }) => blockHeight !== undefined);

/** The first-seen time depends on who scanned, because the block time may be in the future. */
const undated = (transfer: Transfer | undefined) => ({
  ...transfer,
  firstSeenAtMs: undefined,
  blockTimeMs: undefined,
});

function failureOf(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('The wallet should have been rejected.');
}
