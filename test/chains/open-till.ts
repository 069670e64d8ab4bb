import { randomBytes } from 'node:crypto';
import { type IntentId, makeId } from '../../src/domain/ids.ts';
import { amountsOf } from '../../src/domain/intents/amounts.ts';
import { openIntent } from '../../src/domain/intents/intent.ts';
import type { IntentRequest } from '../../src/domain/intents/intent-request.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/merchants/settings.ts';
import { formatDecimal } from '../../src/domain/money/decimal.ts';
import type { AssignedTarget } from '../../src/domain/payments/payment-target.ts';
import type { ChainAdapter, GivenWallet } from '../../src/ports/chain.ts';
import type { Vault } from '../../src/ports/vault.ts';
import type { StoredWallet } from '../../src/ports/wallets.ts';
import { random } from '../../src/system/random.ts';
import { assignTargets } from '../../src/usecases/payments/assign-targets.ts';
import { recordScan } from '../../src/usecases/payments/record-scan.ts';
import type { EngineDatabase } from '../store/engine-databases.ts';
import { newMerchantId } from '../store/sample-intent.ts';
import { validBody } from '../support/client.ts';

const READS_MAX = 30;
const LEASE = 1;

/** A merchant who tolerates nothing, so that a single unit decides. */
const STRICT = { ...DEFAULT_SETTINGS, tolerancePercent: '0', toleranceAmount: '0' };

export interface Asked extends AssignedTarget {
  id: IntentId;
}

/** How an intent stands, in as few words as a table can hold. */
export interface DerivedStatus {
  status: string;
  received: string;
  overpaid: string;
  cause: string | undefined;
  flags: readonly string[];
  /** As `state amount asset`. */
  payments: readonly string[];
}

/** A merchant on one chain: the real adapter, what the watcher does in each round, and a real database, in one process. */
export interface Till {
  ask(due: string, expiresInSeconds?: number): Promise<Asked>;
  /** Looks at the chain until nothing is left to read. */
  read(): Promise<void>;
  deriveStatus(asked: Asked): Promise<DerivedStatus>;
  /** As `reason amount asset`, and whom it names by number. */
  kept(asked: readonly Asked[]): Promise<string[]>;
}

export function openTill(parts: {
  opened: EngineDatabase;
  chain: ChainAdapter;
  wallet: GivenWallet | undefined;
  nowMs: () => number;
}): Till {
  const { opened, chain, nowMs } = parts;
  const merchantId = newMerchantId();
  const store = opened.bind(merchantId, false);
  const clock = { nowMs, sleep: async () => undefined };
  const network = chain.network.name;
  const wallet = parts.wallet && {
    ...chain.readWallet(parts.wallet),
    network,
    effectiveAtMs: 0,
    removedAtMs: undefined,
  };
  let lastIndex = 0;
  const ports = {
    clock,
    random,
    chains: new Map([[network, chain]]),
    vault: { open: (text: string) => text } as Vault,
    settings: { find: async () => STRICT },
    wallets: {
      list: async () => (wallet ? [{ ...wallet, sealedText: wallet.text } as unknown as StoredWallet] : []),
      takeIndex: async () => (lastIndex += 1),
    },
  };

  return {
    async ask(due, expiresInSeconds) {
      const asset = due.split(' ')[1] ?? '';
      const more = { crypto_amount_requested: due, exchange_rate: `1 ${asset} = $50` };
      const request = { ...validBody(), ...more, expires_in: expiresInSeconds } as unknown as IntentRequest;
      const id: IntentId = makeId('pi', nowMs(), randomBytes(10));
      const requestBody = JSON.stringify(request);
      const intent = openIntent({ id, livemode: false, nowMs: nowMs(), request, requestBody });
      await store.intents.insert(intent, undefined);
      const [target] = await assignTargets(ports, store, { merchantId, livemode: false }, intent);
      if (!target) throw new Error(`${due} cannot be paid on ${network}`);
      return { id, ...target };
    },
    async read() {
      for (let count = 0; count < READS_MAX; count += 1) {
        const scan = await recordScan(ports, chain, LEASE, opened.database);
        if (!scan?.behind) return;
      }
      throw new Error(`${network} has more to read than a test should`);
    },
    async deriveStatus({ id }) {
      const intent = await store.intents.find(id);
      if (!intent) throw new Error('the intent is gone');
      const { received, overpaidBy } = amountsOf(intent);
      const sequences = (await store.intents.listTimeline(id)).map(({ sequence }) => sequence);
      if (sequences.some((sequence, place) => sequence !== place + 1)) throw new Error(`gaps in ${sequences.join()}`);
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
    async kept(asked) {
      const found = await store.transfers.list({ unassigned: false, limit: 50 });
      const told = found.map(({ reason, amount, asset, intentId }) => {
        const named = asked.findIndex(({ id }) => id === intentId);
        const whom = named < 0 ? '' : ` for ${named + 1}`;
        return `${reason} ${formatDecimal(amount)} ${asset ?? 'of a stranger'}${whom}`;
      });
      return told.sort();
    },
  };
}
