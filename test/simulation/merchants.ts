import { type MerchantId, makeId, type WalletId } from '../../src/domain/ids.ts';
import { DEFAULT_SETTINGS, type PolicySettings } from '../../src/domain/merchants/settings.ts';
import { networksOfWallet } from '../../src/domain/wallets/wallet-family.ts';
import type { AuditLog } from '../../src/ports/audit.ts';
import type { Leases } from '../../src/ports/leases.ts';
import type { Networks } from '../../src/ports/networks.ts';
import type { Settings } from '../../src/ports/settings.ts';
import type { StoredWallet, Wallets } from '../../src/ports/wallets.ts';
import { fingerprintWallet } from '../../src/usecases/wallets/identify-wallet.ts';
import { memoryLeases } from '../memory/control/leases.ts';
import type { Prng } from '../memory/prng.ts';

const DAY_MS = 86_400_000;
const TOLERANCE_BASIS_POINTS_MAX = 500;

/** What a merchant accepts, as settings for the engine and as plain numbers for the checks. */
export interface AcceptancePolicy {
  settings: PolicySettings;
  toleranceBasisPoints: bigint;
  toleranceCents: bigint;
  lateMs: (asset: string) => number;
}

const policy = (
  percent: string,
  amount: string,
  stablecoinSeconds: number,
  otherSeconds: number,
): AcceptancePolicy => ({
  settings: {
    tolerancePercent: percent,
    toleranceAmount: amount,
    latePolicy: { stablecoinSeconds, otherSeconds },
  },
  toleranceBasisPoints: BigInt(Math.min(Math.round(Number(percent) * 100), TOLERANCE_BASIS_POINTS_MAX)),
  toleranceCents: BigInt(Math.round(Number(amount) * 100)),
  lateMs: (asset) => (asset.startsWith('USD') ? stablecoinSeconds : otherSeconds) * 1_000,
});

export const POLICIES: readonly AcceptancePolicy[] = [
  policy('0.5', '1.00', 86_400, 900),
  policy('0', '0', 0, 0),
  policy('5', '100', 604_800, 604_800),
  // A version before allowed this.
  policy('100', '1000000', 900, 0),
];

type WalletKind = StoredWallet['kind'];
/** The wallets of one merchant: the network and the kind of each. */
type WalletList = readonly (readonly [network: string, kind: WalletKind])[];

/** The wallets of each merchant. */
export const WALLETS: readonly WalletList[] = [0, 1].map(() => [
  ['bitcoin-regtest', 'extended_key'],
  ['solana-devnet', 'address'],
]);

/** One wallet serves all EVM networks. Two merchants have a plain address each, or one of them has an extended key. */
export const EVM_WALLETS: readonly (readonly WalletList[])[] = [
  [[['evm', 'address']], [['evm', 'address']]],
  [[['evm', 'address']], [['evm', 'extended_key']]],
];

/** The merchants, and the parts of the control plane that the engine uses. */
export class Merchants {
  readonly ids: readonly MerchantId[];
  readonly #policies = new Map<MerchantId, { atStep: number; policy: AcceptancePolicy }[]>();
  readonly #wallets: StoredWallet[] = [];
  readonly #indexes = new Map<WalletId, number>();

  constructor(prng: Prng, nowMs: number, wallets: readonly WalletList[]) {
    this.ids = [0, 1].map(() => makeId('mer', nowMs, prng.bytes(10)));
    for (const [number, merchantId] of this.ids.entries()) {
      this.#policies.set(merchantId, [{ atStep: 0, policy: POLICIES[0] as AcceptancePolicy }]);
      for (const [network, kind] of wallets[number] ?? []) {
        this.#wallets.push({
          id: makeId('wal', nowMs, prng.bytes(10)),
          merchantId,
          livemode: false,
          network,
          kind,
          sealedText: `wallet${number}`,
          fingerprint: fingerprintWallet(kind, `wallet${number}`, networksOfWallet(network, false)[0]),
          nextIndex: 0,
          createdAtMs: nowMs,
          effectiveAtMs: nowMs,
          removedAtMs: undefined,
          releasedAtMs: undefined,
        });
      }
    }
  }

  setPolicy(merchantId: MerchantId, atStep: number, chosen: AcceptancePolicy): void {
    this.#policies.get(merchantId)?.push({ atStep, policy: chosen });
  }

  policyOf(merchantId: MerchantId): AcceptancePolicy {
    const last = this.#policies.get(merchantId)?.at(-1);
    if (!last) throw new Error('unknown merchant');
    return last.policy;
  }

  /** All policies in force since a step: a request that ends now may have started then. */
  policiesSince(merchantId: MerchantId, step: number): AcceptancePolicy[] {
    const all = this.#policies.get(merchantId) ?? [];
    const start = all.findLastIndex(({ atStep }) => atStep <= step);
    return all.slice(Math.max(0, start)).map(({ policy: one }) => one);
  }

  readonly settings: Settings = {
    find: async (merchantId) => ({ ...DEFAULT_SETTINGS, ...this.policyOf(merchantId).settings }),
    change: () => Promise.reject(new Error('the simulation changes settings with setPolicy')),
    findLogo: async () => undefined,
  };

  readonly audit: AuditLog = {
    record: async () => undefined,
    copy: async () => undefined,
    list: async () => [],
    deleteUnknownSignIns: async () => undefined,
  };

  readonly networks: Networks = { report: async () => undefined, list: async () => [] };

  readonly leases: Leases = memoryLeases({ leases: new Map() });

  readonly wallets: Wallets = {
    insert: () => Promise.reject(new Error('the simulation has fixed wallets')),
    remove: () => Promise.reject(new Error('the simulation has fixed wallets')),
    release: () => Promise.reject(new Error('the simulation has fixed wallets')),
    findHolder: async () => undefined,
    listHolders: async (network, fingerprints) =>
      this.#wallets.filter((wallet) => wallet.network === network && fingerprints.includes(wallet.fingerprint)),
    list: async (merchantId) => this.#wallets.filter((wallet) => wallet.merchantId === merchantId),
    takeIndex: async (id) => {
      const index = this.#indexes.get(id) ?? 0;
      this.#indexes.set(id, index + 1);
      return index;
    },
  };
}

/** A time in the middle of a day, so seeds do not start at a round number. */
export const START_MS = 20_000 * DAY_MS + 12_345_678;
