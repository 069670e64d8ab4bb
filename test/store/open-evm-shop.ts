import { randomBytes } from 'node:crypto';
import { type IntentId, type MerchantId, makeId } from '../../src/domain/ids.ts';
import { type Intent, openIntent } from '../../src/domain/intents/intent.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/merchants/settings.ts';
import { formatDecimal } from '../../src/domain/money/decimal.ts';
import type { AssignedTarget } from '../../src/domain/payments/payment-target.ts';
import type { Transfer } from '../../src/domain/transfers/transfer.ts';
import type { Scan } from '../../src/ports/chain.ts';
import type { Store } from '../../src/ports/stores.ts';
import type { Vault } from '../../src/ports/vault.ts';
import type { StoredWallet } from '../../src/ports/wallets.ts';
import { assignTargets } from '../../src/usecases/payments/assign-targets.ts';
import { recordScan } from '../../src/usecases/payments/record-scan.ts';
import { assignTransfer } from '../../src/usecases/transfers/assign-transfer.ts';
import { listTransfers } from '../../src/usecases/transfers/list-transfers.ts';
import { TestClock } from '../memory/clock.ts';
import { createFakeChain } from '../memory/fake-chain.ts';
import { Prng } from '../memory/prng.ts';
import { sampleRequest } from '../memory/sample-request.ts';
import { sampleTransfer } from '../memory/sample-transfer.ts';
import type { EngineDatabase } from './engine-databases.ts';
import { newMerchantId } from './sample-intent.ts';

export const FIRST = 'ethereum-sepolia';
export const SECOND = 'evm-local';
type EvmNetwork = typeof FIRST | typeof SECOND;

/** One merchant with one EVM wallet, on two networks that report what a test tells them to. */
export class EvmShop {
  readonly clock = new TestClock(Date.UTC(2031, 4, 6));
  readonly merchantId: MerchantId = newMerchantId();
  readonly store: Store;
  readonly #opened: EngineDatabase;
  readonly #chains = new Map([FIRST, SECOND].map((name) => [name, createFakeChain(name as EvmNetwork)]));
  readonly #wallet: Pick<StoredWallet, 'kind' | 'sealedText' | 'fingerprint'>;
  readonly #prng = new Prng(1);
  #nextIndex = 0;

  constructor(opened: EngineDatabase, wallet: { kind: StoredWallet['kind']; text: string }) {
    this.#opened = opened;
    this.#wallet = { kind: wallet.kind, sealedText: wallet.text, fingerprint: `of ${wallet.text}` };
    this.store = opened.bind(this.merchantId, false);
  }

  get tenant() {
    return { merchantId: this.merchantId, livemode: false };
  }

  get #ports() {
    const { tenant } = this;
    const wallet = { ...this.#wallet, network: 'evm', effectiveAtMs: 0, removedAtMs: undefined } as StoredWallet;
    return {
      clock: this.clock,
      random: this.#prng,
      chains: this.#chains,
      vault: { open: (text) => text } as Pick<Vault, 'open'> as Vault,
      amountsFromMs: 0,
      settings: { find: async () => DEFAULT_SETTINGS },
      wallets: {
        list: async () => [wallet],
        takeIndex: async (_: unknown, indexMin: number) => {
          const taken = Math.max(this.#nextIndex, indexMin);
          this.#nextIndex = taken + 1;
          return taken;
        },
        listHolders: async (_: string, fingerprints: readonly string[]) =>
          fingerprints.map((fingerprint) => ({ fingerprint, ...tenant })),
      },
    };
  }

  async open(due: string, more: Parameters<typeof sampleRequest>[1] = {}): Promise<Intent> {
    const nowMs = this.clock.nowMs();
    const request = sampleRequest(due, more);
    const id: IntentId = makeId('pi', nowMs, randomBytes(10));
    const policy = DEFAULT_SETTINGS;
    const requestBody = JSON.stringify(request);
    const intent = openIntent({ id, livemode: false, nowMs, request, requestBody, policy });
    await this.store.intents.insert(intent, undefined);
    return this.view(intent);
  }

  async find({ id }: Pick<Intent, 'id'>): Promise<Intent> {
    const intent = await this.store.intents.find(id);
    if (!intent) throw new Error(`there is no ${id}`);
    return intent;
  }

  /** A payer opens the checkout. */
  async view(intent: Intent): Promise<Intent> {
    await assignTargets(this.#ports, this.store, this.tenant, await this.find(intent));
    return this.find(intent);
  }

  /** Somebody sends an amount to the address of an intent, with nothing else that names it. */
  async send(tx: string, sent: string, target: AssignedTarget, more: Sent = {}): Promise<void> {
    const { network = target.network as EvmNetwork, scan, ...transfer } = more;
    const seen = { keys: [target.address], firstSeenAtMs: this.clock.nowMs(), ...transfer };
    await this.scan(network, [sampleTransfer(tx, sent, target, seen)], scan);
  }

  async scan(network: EvmNetwork, transfers: Transfer[], more: Partial<Scan> = {}): Promise<void> {
    const chain = this.#chains.get(network);
    if (!chain) throw new Error(`${network} is not watched here`);
    chain.report({ tipHeight: 100, ...more, transfers });
    await recordScan(this.#ports, chain, 1, this.#opened.database);
  }

  async listUnmatched() {
    const query = { unassigned: true, of: undefined, olderThan: undefined, limit: 50 };
    return (await listTransfers(this.#ports, this.store, query)).page;
  }

  assign(id: Parameters<typeof assignTransfer>[2]['id'], intent: Intent): Promise<Intent> {
    return assignTransfer(this.#ports, this.store, { tenant: this.tenant, id, intentId: intent.id, actor: 'usr' });
  }
}

type Sent = Partial<Transfer> & { network?: EvmNetwork; scan?: Partial<Scan> };

export function targetOn(intent: Intent, network: EvmNetwork): AssignedTarget {
  const target = intent.targets.find((one) => one.network === network);
  if (!target) throw new Error(`${intent.id} has no target on ${network}`);
  return target;
}

/** The last exact amount of an intent on a network, such as "1.0001 ETH". */
export function exactOn(intent: Intent, network: EvmNetwork): string {
  const amount = targetOn(intent, network).amounts.at(-1)?.amount;
  if (amount === undefined) throw new Error(`${intent.id} has no amount on ${network}`);
  return `${formatDecimal(amount)} ${intent.asset}`;
}
