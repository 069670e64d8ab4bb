import { randomBytes } from 'node:crypto';
import { type IntentId, makeId } from '../src/domain/ids.ts';
import { type Intent, openIntent } from '../src/domain/intents/intent.ts';
import type { IntentRequest } from '../src/domain/intents/intent-request.ts';
import { DEFAULT_SETTINGS } from '../src/domain/merchants/settings.ts';
import type { CryptoAmount } from '../src/domain/money/money.ts';
import { NETWORKS } from '../src/domain/networks/network.ts';
import type { AssignedTarget } from '../src/domain/payments/payment-target.ts';
import { createIntentExamples } from '../src/http/intents/examples.ts';
import type { ChainAdapter, Scan } from '../src/ports/chain.ts';
import type { Vault } from '../src/ports/vault.ts';
import type { StoredWallet } from '../src/ports/wallets.ts';
import { PostgresDataStore } from '../src/store/data-store.ts';
import { migrate } from '../src/store/database/migrate.ts';
import { Outage } from '../src/store/database/outage.ts';
import { random } from '../src/system/random.ts';
import { assignTargets } from '../src/usecases/payments/assign-targets.ts';
import { recordScan } from '../src/usecases/payments/record-scan.ts';
import { fingerprintWallet } from '../src/usecases/wallets/identify-wallet.ts';
import type { Bench } from './open-bench.ts';
import { runSql } from './run-sql.ts';

const NETWORK = NETWORKS['evm-local'];
export const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TOKEN = '0x036CbD53842c5426634e7929541eC2318f3dCF7e';
const AT_ONCE = 8;
/** So many different prices, of which one belongs to every fourth intent. */
const PRICES = 1_500;

const COUNTS = `SELECT (SELECT count(*)::integer FROM florin_data.payments) AS payments,
  (SELECT count(*)::integer FROM florin_data.transfers) AS unmatched`;

/** A merchant whose intents share one address, so that they are told apart by their exact amounts. */
export interface SharedSite {
  openIntents: number;
  /** Creates an intent, and returns how long its payment target took. */
  assign(): Promise<{ ms: number; target: AssignedTarget }>;
  /** Records the transfers of one block, and returns how long it took. */
  record(scan: Scan): Promise<number>;
  /** How many payments and unmatched transfers there are. */
  count(): Promise<{ payments: number; unmatched: number }>;
  close(): Promise<void>;
}

/** Opens a database with this many open intents of mixed prices, each with an exact amount. */
export async function openSharedSite(bench: Bench, name: string, openIntents: number): Promise<SharedSite> {
  const { postgres, signal } = bench;
  const url = await postgres.createDatabase(`${name}_${openIntents}`);
  await migrate(url, 'data');
  const database = new PostgresDataStore({
    url,
    connectionsMax: AT_ONCE,
    groupCommit: true,
    onBatch: () => undefined,
    outage: new Outage(),
  });
  const merchantId = makeId('mer', Date.now(), randomBytes(10));
  const store = database.bind(merchantId, false);
  let scanned: Scan | undefined;
  const chain = {
    network: NETWORK,
    assets: [{ code: 'USDC', network: NETWORK.name, token: TOKEN, decimals: 6 }],
    walletKinds: ['address'],
    targetAt: () => ({ address: ADDRESS, reference: `0x${randomBytes(32).toString('hex')}`, matchedBy: 'amount' }),
    scan: async () => scanned,
  } as Partial<ChainAdapter> as ChainAdapter;
  const wallet = { kind: 'address', network: 'evm', effectiveAtMs: 0, sealedText: ADDRESS } as StoredWallet;
  const ports = {
    clock: { nowMs: Date.now, sleep: async () => undefined },
    random,
    chains: new Map([[NETWORK.name, chain]]),
    vault: { open: (text) => text } as Pick<Vault, 'open'> as Vault,
    amountsFromMs: 0,
    settings: { find: async () => DEFAULT_SETTINGS },
    wallets: {
      list: async () => [wallet],
      takeIndex: async () => 0,
      listHolders: async () => [
        { fingerprint: fingerprintWallet('address', ADDRESS, NETWORK), merchantId, livemode: false },
      ],
    },
  };
  let created = 0;
  const issued = new Set<CryptoAmount>();

  async function create(): Promise<Intent> {
    created += 1;
    const intent = intentOf(created);
    await store.intents.insert(intent, undefined);
    return intent;
  }

  async function assign() {
    const intent = await create();
    const began = performance.now();
    const [target] = await assignTargets(ports, store, { merchantId, livemode: false }, intent);
    const ms = performance.now() - began;
    const amount = target?.amounts[0]?.amount;
    if (!target || amount === undefined || issued.has(amount))
      throw new Error('Two intents have the same amount, or one has none.');
    issued.add(amount);
    return { ms, target };
  }

  for (let done = 0; done < openIntents; done += AT_ONCE) {
    signal.throwIfAborted();
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, openIntents - done) }, assign));
  }
  for (const table of ['payment_intents', 'targets', 'target_keys'])
    await runSql(url, signal, `VACUUM (ANALYZE) florin_data.${table}`);

  return {
    openIntents,
    assign,
    async record(scan) {
      scanned = scan;
      const began = performance.now();
      await recordScan(ports, chain, 1, database);
      return performance.now() - began;
    },
    async count() {
      const [row] = await runSql<{ payments: number; unmatched: number }>(url, signal, COUNTS);
      return row ?? { payments: 0, unmatched: 0 };
    },
    close: () => database.close(),
  };
}

/** An intent for one of many prices, or for the most common one. */
function intentOf(number: number): Intent {
  const dollars = number % 4 === 0 ? 19.9 : (199 + ((number * 7_919) % PRICES) * 13) / 100;
  const request = {
    ...createIntentExamples.integer_tax.value,
    crypto_amount_requested: `${dollars.toFixed(2)} USDC`,
    exchange_rate: '1 USDC = $1',
    total_amount: Math.round(dollars * 100),
  } as unknown as IntentRequest;
  const nowMs = Date.now();
  const id: IntentId = makeId('pi', nowMs, randomBytes(10));
  return openIntent({ id, livemode: false, nowMs, request, requestBody: JSON.stringify(request) });
}
