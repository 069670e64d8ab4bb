import type { IntentId } from '../../src/domain/ids.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import type { IntentRequest } from '../../src/domain/intents/intent-request.ts';
import { NETWORKS, type NetworkName } from '../../src/domain/networks/network.ts';
import type { AssignedTarget } from '../../src/domain/payments/payment-target.ts';
import type { Transfer } from '../../src/domain/transfers/transfer.ts';
import { walletNetworkOf } from '../../src/domain/wallets/wallet-network-of.ts';
import type { Scan } from '../../src/ports/chain.ts';
import type { Store, Tenant } from '../../src/ports/stores.ts';
import type { StoredWallet } from '../../src/ports/wallets.ts';
import { createIntent } from '../../src/usecases/intents/create-intent.ts';
import { createMerchant, type NewMerchant } from '../../src/usecases/merchants/create-merchant.ts';
import { assignTargets } from '../../src/usecases/payments/assign-targets.ts';
import { recordScan } from '../../src/usecases/payments/record-scan.ts';
import { addWallet } from '../../src/usecases/wallets/add-wallet.ts';
import { createMemoryPorts, type MemoryPorts } from './create-memory-ports.ts';
import { sampleRequest } from './sample-request.ts';
import { sampleTransfer } from './sample-transfer.ts';

export const PASSWORD = 'correct horse battery';

interface ShopOptions {
  ports?: MemoryPorts;
  name?: string;
  livemode?: boolean;
}

/** A merchant with an owner and a test key, opened by the use cases themselves. */
export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const { ports = createMemoryPorts(), name = 'shop', livemode = false } = options;
  const email = `owner@${name}.example`;
  const made = await createMerchant(ports, { name, email, password: PASSWORD, actor: 'test' });
  return new Shop(ports, made, livemode);
}

export class Shop {
  readonly ports: MemoryPorts;
  readonly made: NewMerchant;
  readonly tenant: Tenant;
  readonly store: Store;

  constructor(ports: MemoryPorts, made: NewMerchant, livemode: boolean) {
    this.ports = ports;
    this.made = made;
    this.tenant = { merchantId: made.merchant.id, dataStoreId: undefined, livemode };
    this.store = ports.stores.main.bind(made.merchant.id, livemode);
  }

  async openIntent(due = '0.5 SOL', more: Partial<IntentRequest> = {}): Promise<Intent> {
    const request = sampleRequest(due, more);
    const { livemode } = this.tenant;
    const { tolerancePercent, toleranceAmount, latePolicy } = await this.ports.settings.find(this.tenant.merchantId);
    const policy = { tolerancePercent, toleranceAmount, latePolicy };
    const input = { livemode, request, requestBody: JSON.stringify(request), idempotencyKey: undefined, policy };
    const { intentId } = await createIntent(this.ports, this.store, { ...input, answer: () => '' });
    return this.find(intentId);
  }

  async find(id: IntentId): Promise<Intent> {
    const intent = await this.store.intents.find(id);
    if (!intent) throw new Error(`there is no ${id}`);
    return intent;
  }

  /** A wallet that serves a network, or its whole family. */
  addWallet(network: NetworkName, text = `wallet of ${this.made.merchant.id}`): Promise<StoredWallet> {
    const { tenant } = this;
    const walletNetwork = walletNetworkOf(NETWORKS[network]);
    return addWallet(this.ports, {
      tenant,
      network: walletNetwork,
      text,
      startIndex: 0,
      delayed: false,
      actor: 'test',
    });
  }

  /** The payment target of an intent on one network, as a payer's first visit assigns it. */
  async targetOf(intent: Intent, network: NetworkName): Promise<AssignedTarget> {
    const targets = await assignTargets(this.ports, this.store, this.tenant, await this.find(intent.id));
    const target = targets.find((one) => one.network === network);
    if (!target) throw new Error(`${intent.id} has no target on ${network}`);
    return target;
  }

  /** The next scan of a network reports these transfers, and they are recorded. */
  async receive(network: NetworkName, transfers: Transfer[], scan: Partial<Scan> = {}): Promise<void> {
    const chain = this.ports.chain(network);
    chain.report({ ...scan, transfers });
    await recordScan(this.ports, chain, 1, this.ports.stores.main);
  }

  /** Pays an intent with an amount such as "0.5 SOL", in one final transfer unless told otherwise. */
  async pay(
    intent: Intent,
    sent: string,
    { network = 'solana-devnet', tx = 'tx-1', ...more }: Partial<Transfer> & { network?: NetworkName } = {},
  ): Promise<Transfer> {
    const target = await this.targetOf(intent, network);
    const transfer = sampleTransfer(tx, sent, target, { firstSeenAtMs: this.ports.clock.nowMs(), ...more });
    await this.receive(network, [transfer]);
    return transfer;
  }

  /** An intent's history in short, such as "2 payment_intent.canceled". */
  async timeline({ id }: Intent): Promise<string[]> {
    const { timeline = [] } = (await this.store.intents.findWithTimeline(id)) ?? {};
    return timeline.map(({ sequence, type }) => `${sequence} ${type}`);
  }
}
