import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Intent } from '../../src/domain/intents/intent.ts';
import { formatDecimal, parseDecimal } from '../../src/domain/money/decimal.ts';
import { type CryptoAmount, ZERO } from '../../src/domain/money/money.ts';
import { type NetworkName, networkOf } from '../../src/domain/networks/network.ts';
import { walletCell } from '../../src/domain/secrets/sealed-cell.ts';
import { walletNetworkOf } from '../../src/domain/wallets/wallet-network-of.ts';
import { assignTargets, type TargetPorts } from '../../src/usecases/payments/assign-targets.ts';
import { createFakeChain } from '../memory/fake-chain.ts';
import { plainVault } from '../memory/vault.ts';
import { times } from '../support/effort.ts';
import { type EngineDatabase, openPostgres } from './engine-databases.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';
import { newId } from './sample-rows.ts';

/** Long enough for a busy machine. An idle one needs a fraction of it. */
const TIMEOUT_MS = 900_000;
const BATCH = 250;
/** As many as there are connections, so that views wait for each other in the database. */
const PAYERS = 4;

const priceOf = (cents: number) => ({
  crypto_amount_requested: `${(cents / 100).toFixed(2)} USDC`,
  exchange_rate: '1 USDC = $1',
  total_amount: cents,
});

interface Case {
  name: string;
  network: NetworkName;
  intents: number;
  /** The price of each intent, by its number. */
  cents: (number: number) => number;
  /** The exact amounts that can be issued. */
  pattern: RegExp;
  longestTail: string;
}

const CASES: readonly Case[] = [
  {
    name: 'open intents of 121 USDC on one wallet never share an amount',
    network: 'solana-devnet',
    intents: times(1_000, 10_000),
    cents: () => 12_100,
    // More decimals than any price in cents, and no zero at the end.
    pattern: /^121\.\d{2,5}[1-9]$/,
    // A thousandth of the price is more than a cent.
    longestTail: '0.121',
  },
  {
    name: 'open intents of mixed prices on one address, matched only by amount, never share one',
    network: 'ethereum-sepolia',
    intents: times(500, 10_000),
    // A cent apart, so the ranges of exact amounts overlap, and every third has the same price.
    cents: (number) => (number % 3 === 0 ? 1_990 : 1_900 + (number % 150)),
    pattern: /^(19|20)\.\d{2,5}[1-9]$/,
    longestTail: '0.0205',
  },
];

let opened: EngineDatabase;

beforeAll(async () => {
  opened = await openPostgres(inject('embeddedUrl'));
});

afterAll(() => opened.close());

it.each(CASES)(
  '$intents $name',
  async ({ network, intents: count, cents, pattern, longestTail }) => {
    const merchantId = newMerchantId();
    const store = opened.bind(merchantId, false);
    const nowMs = Date.now();
    const row = { id: newId('wal'), merchantId, livemode: false, network: walletNetworkOf(networkOf(network)) };
    const wallet = {
      ...row,
      kind: 'address' as const,
      sealedText: plainVault.seal('wallet', walletCell(row)),
      fingerprint: 'wallet',
      nextIndex: 0,
      createdAtMs: 0,
      effectiveAtMs: 0,
      removedAtMs: undefined,
      releasedAtMs: undefined,
    };
    const ports: TargetPorts = {
      chains: new Map([[network, createFakeChain(network)]]),
      clock: { nowMs: () => nowMs, sleep: async () => undefined },
      random: { bytes: (size) => randomBytes(size) },
      vault: plainVault,
      amountsFromMs: 0,
      wallets: { list: async () => [wallet], takeIndex: async () => 0 },
    };
    const intents: Intent[] = Array.from({ length: count }, (_, number) => sampleIntent({}, priceOf(cents(number))));
    for (let start = 0; start < count; start += BATCH) {
      const batch = intents.slice(start, start + BATCH);
      await Promise.all(batch.map((intent) => store.intents.insert(intent, undefined)));
    }
    const given = new Set<CryptoAmount>();
    let longest: CryptoAmount = ZERO;
    const waiting = intents.values();
    const pay = async () => {
      for (const intent of waiting) {
        const [target] = await assignTargets(ports, store, { merchantId, livemode: false }, intent);
        const [first = { amount: ZERO, tail: ZERO }, ...more] = target?.amounts ?? [];
        expect(more).toEqual([]);
        expect(first.tail > ZERO).toBe(true);
        expect(formatDecimal(first.amount)).toMatch(pattern);
        if (first.tail > longest) longest = first.tail;
        given.add(first.amount);
      }
    };
    await Promise.all(Array.from({ length: PAYERS }, pay));
    expect(given.size).toBe(count);
    expect(longest <= parseDecimal(longestTail)).toBe(true);
  },
  TIMEOUT_MS,
);
