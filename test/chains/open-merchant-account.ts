import { randomBytes } from 'node:crypto';
import { type IntentId, type MerchantId, makeId } from '../../src/domain/ids.ts';
import { amountsOf } from '../../src/domain/intents/amounts.ts';
import { openIntent } from '../../src/domain/intents/intent.ts';
import type { IntentRequest } from '../../src/domain/intents/intent-request.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/merchants/settings.ts';
import { formatDecimal } from '../../src/domain/money/decimal.ts';
import type { AssignedTarget } from '../../src/domain/payments/payment-target.ts';
import { walletNetworkOf } from '../../src/domain/wallets/wallet-network-of.ts';
import type { ChainAdapter, GivenWallet } from '../../src/ports/chain.ts';
import type { Keys } from '../../src/ports/keys.ts';
import type { Vault } from '../../src/ports/vault.ts';
import type { StoredWallet, WalletHolder } from '../../src/ports/wallets.ts';
import { random } from '../../src/system/random.ts';
import { type ClaimAnswer, type ClaimInput, claimPayment } from '../../src/usecases/checkout/claim-payment.ts';
import { assignTargets } from '../../src/usecases/payments/assign-targets.ts';
import { recordScan } from '../../src/usecases/payments/record-scan.ts';
import { fingerprintWallet } from '../../src/usecases/wallets/identify-wallet.ts';
import type { EngineDatabase } from '../store/engine-databases.ts';
import { newMerchantId } from '../store/sample-intent.ts';
import { pricedAt, validBody } from '../support/client.ts';

const SCANS_MAX = 30;
const LEASE = 1;

/** No tolerance, so a single unit decides. */
const STRICT = { ...DEFAULT_SETTINGS, tolerancePercent: '0', toleranceAmount: '0' };

export interface CreatedIntent extends AssignedTarget {
  id: IntentId;
}

/** The state of an intent, in a compact form for tables. */
export interface IntentSummary {
  status: string;
  received: string;
  overpaid: string;
  cause: string | undefined;
  flags: readonly string[];
  /** As `state amount asset`. */
  payments: readonly string[];
}

/** A merchant on one chain, in one process: the real adapter, the watcher's work and a real database. */
export interface MerchantAccount {
  createIntent(due: string, expiresInSeconds?: number): Promise<CreatedIntent>;
  /** Scans the chain until nothing is left to read. */
  scan(): Promise<void>;
  summarize(created: CreatedIntent): Promise<IntentSummary>;
  /** A payer claims a transaction for an intent, with a proof if one is given. */
  claim(created: CreatedIntent, tx: string, proof?: ClaimInput['proof']): Promise<ClaimAnswer>;
  /** The numbers of the intents that unmatched transfers are claimed for, as `1 proven` or `2 unproven`. */
  listClaims(created: readonly CreatedIntent[]): Promise<string[]>;
  /** As `reason amount asset`, and the number of the intent that it refers to; dust as `count not listed, amount asset`. */
  listUnmatched(created: readonly CreatedIntent[]): Promise<string[]>;
}

const PUBLIC_KEY = 'fpk_test_0Ju7JavI2mZ8pQ4tVb6yRc';

/** Knows the merchant by any public key. */
const keysOf = (id: MerchantId): Pick<Keys, 'findByPublicKey'> => ({
  findByPublicKey: async () => ({ merchant: { id }, key: { livemode: false } }) as PublicKeyOwner,
});

type PublicKeyOwner = NonNullable<Awaited<ReturnType<Keys['findByPublicKey']>>>;

/** The wallets of all accounts, because accounts can share a database, which is scanned for all of them. */
const holders = new Map<string, WalletHolder>();

export function openMerchantAccount(parts: {
  opened: EngineDatabase;
  chain: ChainAdapter;
  wallet: GivenWallet | undefined;
  nowMs: () => number;
}): MerchantAccount {
  const { opened, chain, nowMs } = parts;
  const merchantId = newMerchantId();
  const store = opened.bind(merchantId, false);
  const clock = { nowMs, sleep: async () => undefined };
  const network = chain.network.name;
  const wallet = parts.wallet && {
    ...chain.readWallet(parts.wallet),
    network: walletNetworkOf(chain.network),
    effectiveAtMs: 0,
    removedAtMs: undefined,
  };
  if (wallet && wallet.kind !== 'none') {
    const fingerprint = fingerprintWallet(wallet.kind, wallet.text, chain.network);
    holders.set(`${wallet.network} ${fingerprint}`, { fingerprint, merchantId, livemode: false });
  }
  let lastIndex = 0;
  const ports = {
    clock,
    random,
    chains: new Map([[network, chain]]),
    vault: { open: (text) => text } as Pick<Vault, 'open'> as Vault,
    amountsFromMs: 0,
    settings: { find: async () => STRICT },
    wallets: {
      list: async () => (wallet ? [{ ...wallet, sealedText: wallet.text } as unknown as StoredWallet] : []),
      takeIndex: async () => (lastIndex += 1),
      listHolders: async (on: string, fingerprints: readonly string[]) =>
        fingerprints.flatMap((fingerprint) => holders.get(`${on} ${fingerprint}`) ?? []),
    },
  };

  return {
    async createIntent(due, expiresInSeconds) {
      const body = { ...validBody(), ...pricedAt(50, due), expires_in: expiresInSeconds };
      const request = body as unknown as IntentRequest;
      const id: IntentId = makeId('pi', nowMs(), randomBytes(10));
      const requestBody = JSON.stringify(request);
      const intent = openIntent({ id, livemode: false, nowMs: nowMs(), request, requestBody });
      await store.intents.insert(intent, undefined);
      const [target] = await assignTargets(ports, store, { merchantId, livemode: false }, intent);
      if (!target) throw new Error(`${due} is not available on ${network}`);
      return { id, ...target };
    },
    async scan() {
      for (let count = 0; count < SCANS_MAX; count += 1) {
        const scan = await recordScan(ports, chain, LEASE, opened.database);
        if (!scan?.behind) return;
      }
      throw new Error(`${network} is still behind after ${SCANS_MAX} scans`);
    },
    async summarize({ id }) {
      const found = await store.intents.findWithTimeline(id);
      if (!found) throw new Error('the intent does not exist');
      const { intent, timeline } = found;
      const { received, overpaidBy } = amountsOf(intent);
      const sequences = timeline.map(({ sequence }) => sequence);
      if (sequences.some((sequence, index) => sequence !== index + 1)) throw new Error(`gaps in ${sequences.join()}`);
      return {
        status: intent.status,
        received: formatDecimal(received),
        overpaid: formatDecimal(overpaidBy),
        cause: intent.review?.cause,
        flags: intent.flags,
        payments: intent.payments
          .map(({ state, amount, asset }) => `${state} ${formatDecimal(amount)} ${asset}`)
          .sort(),
      };
    },
    claim: ({ id }, tx, proof) =>
      claimPayment(
        { ...ports, stores: { of: () => store, databaseOf: () => opened.database }, keys: keysOf(merchantId) },
        { publicKey: PUBLIC_KEY, id, network, tx, origin: 'https://pay.example.com', proof },
      ),
    async listClaims(created) {
      const transfers = await store.transfers.list({ unassigned: false, limit: 50 });
      const claims = await store.transfers.listClaims(transfers.map(({ id }) => id));
      const number = (intentId: IntentId) => created.findIndex(({ id }) => id === intentId) + 1;
      return claims.map(({ intentId, proof }) => `${number(intentId)} ${proof ? 'proven' : 'unproven'}`);
    },
    async listUnmatched(created) {
      const found = await store.transfers.list({ unassigned: false, limit: 50 });
      const lines = found.map(({ reason, amount, asset, intentId }) => {
        const named = created.findIndex(({ id }) => id === intentId);
        const suffix = named < 0 ? '' : ` for ${named + 1}`;
        return `${reason} ${formatDecimal(amount)} ${asset ?? 'of an unknown token'}${suffix}`;
      });
      const dust = (await store.transfers.listDust()).map(
        ({ transfers, amount, asset }) => `${transfers} not listed, ${formatDecimal(amount)} ${asset}`,
      );
      return [...lines, ...dust].sort();
    },
  };
}
