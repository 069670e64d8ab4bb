import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeId, uuidOf } from '../../src/domain/ids.ts';
import { parseDecimal } from '../../src/domain/money/decimal.ts';
import { proposeAmounts } from '../../src/domain/payments/propose-amounts.ts';
import type { AmountOrder } from '../../src/ports/intents.ts';
import type { Database, Run, Statement } from '../../src/store/database/database.ts';
import { findOwedByOthers } from '../../src/store/payments/find-owed-by-others.ts';
import { issueAmount } from '../../src/store/payments/issue-amount.ts';
import { openPaymentBook } from '../../src/store/payments/payment-book.ts';
import { UsedUpPrices } from '../../src/store/payments/used-up-prices.ts';
import { listSuggestions } from '../../src/store/transfers/list-suggestions.ts';
import { runSql, servers } from '../support/databases.ts';
import { type EngineDatabase, openPostgres } from './engine-databases.ts';
import { explainReads } from './explain.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';

const NETWORK = 'solana';
const NOW_MS = Date.UTC(2026, 10, 16);
const HOUR_MS = 3_600_000;
/** How long a price without a free amount is remembered. */
const REMEMBERED_MS = 10_000;
/** No search reads more rows than this, although twice as many amounts of one price are taken. */
const READ_MAX = 10_000;
const TAKEN = 20_000;

/** 0.2 SOL, if a cent does not count. */
const RANGE = {
  due: parseDecimal('0.2'),
  lowest: parseDecimal('0.20000001'),
  highest: parseDecimal('0.2002'),
  step: parseDecimal('0.00000001'),
  round: parseDecimal('0.01'),
};

/** The network was read, so that amounts are free once they are released. */
const INSERT_SCAN = `INSERT INTO florin_data.scans (network, cursor, scanned_until, tip_height, token) VALUES ($1, '', $2, 1, 1)`;

/** The first amounts above a price, each held by another intent, in no order, as tails are random. */
const INSERT = `INSERT INTO florin_data.target_keys (merchant_id, livemode, intent_id, network, key, kind, address, asset,
  amount, tail, assigned_at, held_until)
  SELECT $1, false, gen_random_uuid(), '${NETWORK}', $2 || '/SOL/' || trim_scale($3 + number * 0.00000001), 'amount', $2,
    'SOL', $3 + number * 0.00000001, number * 0.00000001, now(), $5
  FROM generate_series(1, $4::int) AS number ORDER BY random()`;

const orderAt = (assignedAtMs: number): AmountOrder => ({
  asset: 'SOL',
  range: RANGE,
  proposals: proposeAmounts(RANGE, randomBytes(8).readBigUInt64BE()),
  assignedAtMs,
  heldUntilMs: assignedAtMs + HOUR_MS,
});

describe.each(servers())('searches for amounts on the $name PostgreSQL', ({ url: serverUrl }) => {
  const merchantId = newMerchantId();
  const merchant = uuidOf(merchantId);
  let opened: EngineDatabase & { url: string };

  /** All amounts of one price are held; other prices, other wallets and what is free again are around it. */
  beforeAll(async () => {
    opened = await openPostgres(serverUrl);
    await runSql(opened.url, 'ALTER TABLE florin_data.target_keys SET (autovacuum_enabled = off)');
    await runSql(opened.url, INSERT_SCAN, [NETWORK, new Date(NOW_MS + HOUR_MS)]);
    await runSql(opened.url, INSERT, [merchant, 'wallet', '0.2', TAKEN, new Date(NOW_MS + HOUR_MS)]);
    for (const [address, price] of [
      ['wallet', '0.3'],
      ['wallet', '0.1'],
      ['other', '0.2'],
    ]) {
      await runSql(opened.url, INSERT, [merchant, address, price, TAKEN / 2, new Date(NOW_MS - HOUR_MS)]);
    }
    const onBase = INSERT.replace(`'${NETWORK}'`, `'base'`);
    await runSql(opened.url, onBase, [merchant, 'wallet', '0.2', TAKEN / 2, new Date(NOW_MS + HOUR_MS)]);
    return () => opened.close();
  });

  afterEach(() => vi.restoreAllMocks());

  async function openIntent() {
    const intent = sampleIntent();
    await opened.bind(merchantId, false).intents.insert(intent, undefined);
    return intent.id;
  }

  /** What a payer's view of an intent gets from the store: the number of amounts, and the statements that it took. */
  async function view(id: Awaited<ReturnType<typeof openIntent>>, atMs: number) {
    const made = {
      address: 'wallet',
      reference: `reference of ${id}`,
      matchedBy: 'reference' as const,
      requirement: { blocks: 1 },
      decimals: 9,
      assignedAtMs: atMs,
    };
    const query = vi.spyOn(Client.prototype, 'query');
    const [target] = await opened.bind(merchantId, false).intents.assignTargets(
      id,
      [NETWORK],
      async () => made,
      () => orderAt(atMs),
    );
    const statements = query.mock.calls.length;
    query.mockRestore();
    return { amounts: target?.amounts.length, statements };
  }

  it('run once for a price without a free amount, until some seconds have passed', async () => {
    const [first, second] = [await openIntent(), await openIntent()];
    const searched = await view(first, NOW_MS);
    expect(searched.amounts).toBe(0);
    // The transaction, the lock of the intent, and its targets: no search.
    expect(await view(first, NOW_MS + 1)).toEqual({ amounts: 0, statements: 4 });
    expect(searched.statements).toBeGreaterThan(8);
    const free = `UPDATE florin_data.target_keys SET held_until = $1 WHERE network = $2 AND key = 'wallet/SOL/0.20012345'`;
    await runSql(opened.url, free, [new Date(NOW_MS), NETWORK]);
    expect((await view(second, NOW_MS + REMEMBERED_MS - 1)).amounts).toBe(0);
    expect((await view(second, NOW_MS + REMEMBERED_MS)).amounts).toBe(1);
    expect((await view(first, NOW_MS + REMEMBERED_MS)).amounts).toBe(0);
  });

  const statements: Omit<Statement, 'name'>[] = [];
  /** Runs a statement, and remembers it. */
  const run: Run = async <Row extends object>(text: string, values: unknown[] = []) => {
    statements.push({ text, values });
    return runSql<Row>(opened.url, text, values);
  };
  const database = { transaction: (steps) => steps(run) } as Pick<Database, 'transaction'>;

  /** How all statements that the work runs read the keys of targets, with what it has set before them. */
  async function readsOf(work: () => Promise<unknown>) {
    statements.length = 0;
    await work();
    let options = '';
    const reads: ReturnType<typeof explainReads>[] = [];
    for (const { text, values } of statements) {
      const settings = [...text.matchAll(/SET LOCAL (\w+) = (\w+)/g)].map(([, name, value]) => ` -c ${name}=${value}`);
      if (settings.length === 0) reads.push(explainReads(opened.url, text, values, 'target_keys', options));
      options += settings.join('');
    }
    return (await Promise.all(reads)).flat();
  }

  /** How the suggestions for a transfer are read. */
  async function readsOfSuggestions(network: string, amount: string) {
    // Where there are no intents, none of the keys would be read.
    await openIntent();
    const transfer = {
      id: makeId('tr', 1, randomBytes(10)),
      network,
      tx: 'tx',
      index: 0,
      address: 'wallet',
      asset: 'SOL',
      token: undefined,
      amount: parseDecimal(amount),
      blockHeight: 1,
      reason: 'no_reference' as const,
      intentId: undefined,
      firstSeenAtMs: 0,
      assignedTo: undefined,
    };
    const tenancy = { merchant, livemode: false };
    return readsOf(() => listSuggestions(database as Database, tenancy, [transfer], NOW_MS));
  }

  describe.each(['never', 'just now'])('on a table that was analyzed %s', (analyzed) => {
    beforeAll(async () => {
      if (analyzed !== 'never') await runSql(opened.url, 'ANALYZE florin_data.target_keys');
    });

    it('read a limited part of the keys for an amount to issue', async () => {
      const key = [merchant, false, uuidOf(await openIntent())];
      const to = { key, network: NETWORK, address: 'wallet' };
      const reads = await readsOf(() => issueAmount(run, new UsedUpPrices(), to, orderAt(NOW_MS)));
      expect(new Set(reads.map(({ from }) => from))).toContain('target_keys_dues');
      for (const { rows } of reads) expect(rows).toBeLessThanOrEqual(READ_MAX);
    });

    it('find who owes what was sent by the index of what is due', async () => {
      const intent = { merchantId, livemode: false, id: makeId('pi', NOW_MS, randomBytes(10)) };
      const before = { address: 'wallet', asset: 'SOL', firstSeenAtMs: NOW_MS - 2 * HOUR_MS, intent };
      const reads = await readsOf(() => findOwedByOthers(run, NETWORK, [{ ...before, amount: parseDecimal('0.3') }]));
      expect(reads).toEqual([{ from: 'target_keys_dues', rows: 1_000 }]);
    });

    it('look an exact amount up by its key', async () => {
      const match = { key: 'wallet/SOL/0.20000001', tx: 'tx', index: 0 };
      const reads = await readsOf(() =>
        openPaymentBook({ run, note: () => undefined, order: () => undefined }).matchAmounts(NETWORK, [match]),
      );
      expect(reads).toEqual([{ from: 'target_keys_pkey', rows: 1 }]);
    });

    it('suggest from a limited part of two indexes', async () => {
      expect(await readsOfSuggestions(NETWORK, '0.2')).toEqual([
        { from: 'target_keys_pkey', rows: 0 },
        { from: 'target_keys_amounts', rows: 1_000 },
        { from: 'target_keys_amounts', rows: 1_000 },
        { from: 'target_keys_dues', rows: 50 },
      ]);
    });

    it('look an amount that was issued on another network up by its key', async () => {
      const reads = await readsOfSuggestions('ethereum', '0.20000001');
      expect(reads.map(({ from }) => from)).toContain('target_keys_pkey');
      for (const { rows } of reads) expect(rows).toBeLessThanOrEqual(1);
    });
  });
});
