import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Intent } from '../../src/domain/intents/intent.ts';
import { formatDecimal, parseDecimal } from '../../src/domain/money/decimal.ts';
import { type CryptoAmount, ZERO } from '../../src/domain/money/money.ts';
import { walletCell } from '../../src/domain/secrets/sealed-cell.ts';
import { assignTargets, type TargetPorts } from '../../src/usecases/payments/assign-targets.ts';
import { createFakeChain } from '../memory/fake-chain.ts';
import { plainVault } from '../memory/vault.ts';
import { type EngineDatabase, openPostgres } from './engine-databases.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';
import { newId } from './sample-rows.ts';

/** Long enough for a busy machine. An idle one needs a fraction of it. */
const TIMEOUT_MS = 900_000;
const INTENTS = 10_000;
const BATCH = 250;
/** As many as there are connections, so that views wait for each other in the database. */
const PAYERS = 4;
const PRICE = { crypto_amount_requested: '121 USDC', exchange_rate: '1 USDC = $1', total_amount: 12_100 };

let opened: EngineDatabase;

beforeAll(async () => {
  opened = await openPostgres(inject('embeddedUrl'));
});

afterAll(() => opened.close());

it(
  `${INTENTS} open intents of 121 USDC on one wallet never share an amount`,
  async () => {
    const merchantId = newMerchantId();
    const store = opened.bind(merchantId, false);
    const nowMs = Date.now();
    const row = { id: newId('wal'), merchantId, livemode: false, network: 'solana-devnet' };
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
      chains: new Map([['solana-devnet', createFakeChain('solana-devnet')]]),
      clock: { nowMs: () => nowMs, sleep: async () => undefined },
      random: { bytes: (count) => randomBytes(count) },
      vault: plainVault,
      amountsFromMs: 0,
      wallets: { list: async () => [wallet], takeIndex: async () => 0 },
    };
    const intents: Intent[] = Array.from({ length: INTENTS }, () => sampleIntent({}, PRICE));
    for (let start = 0; start < INTENTS; start += BATCH) {
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
        // More decimals than any price in cents, and no zero at the end.
        expect(formatDecimal(first.amount)).toMatch(/^121\.\d{2,5}[1-9]$/);
        if (first.tail > longest) longest = first.tail;
        given.add(first.amount);
      }
    };
    await Promise.all(Array.from({ length: PAYERS }, pay));
    expect(given.size).toBe(INTENTS);
    // A thousandth of the price is more than a cent.
    expect(longest <= parseDecimal('0.121')).toBe(true);
  },
  TIMEOUT_MS,
);
