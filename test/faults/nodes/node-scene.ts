import { HDKey } from '@scure/bip32';
import { createPayable, type Intent, networkState, readIntent } from '../../chains/engine-client.ts';
import { openRpcProxy, type RpcProxy } from '../../chains/rpc-proxy.ts';
import { type BitcoinNodeProcess, NODE_PROGRAMS, startBitcoinNode } from '../../chains/start-bitcoin-node.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { runCommand } from '../../upgrade/run-command.ts';
import type { Lab } from '../lab/lab.ts';
import { Rig, type RigOptions } from '../lab/rig.ts';

const NETWORK = 'litecoin-regtest';
const TEST_KEY_VERSIONS = { public: 0x043587cf, private: 0x04358394 };
/** More than any payment here needs to be final. */
const FINAL_BLOCKS = 30;
const AMOUNT = '0.5';

interface SceneOptions extends RigOptions {
  /** Nodes that Florin knows, each behind a proxy. */
  nodes?: number;
  workers?: number;
}

/** A payment that a payer is asked for. */
export interface Asked {
  id: string;
  address: string;
}

/** The whole service on real Litecoin nodes, each behind a proxy that can go wrong. */
export class NodeScene {
  readonly rig: Rig;
  readonly nodes: readonly BitcoinNodeProcess[];
  readonly proxies: readonly RpcProxy[];

  private constructor(rig: Rig, nodes: readonly BitcoinNodeProcess[], proxies: readonly RpcProxy[]) {
    this.rig = rig;
    this.nodes = nodes;
    this.proxies = proxies;
  }

  static async open(lab: Lab, { nodes: count = 1, workers = 1, ...options }: SceneOptions = {}): Promise<NodeScene> {
    const nodes: BitcoinNodeProcess[] = [];
    const proxies: RpcProxy[] = [];
    for (let index = 0; index < count; index += 1) {
      const node = await startNode(lab);
      const proxy = await openRpcProxy(node.url);
      lab.cleanUp.add(() => proxy.remove());
      nodes.push(node);
      proxies.push(proxy);
    }
    const env = { ...options.env, FLORIN_RPC_LITECOIN_REGTEST: proxies.map(({ url }) => url).join(',') };
    const rig = await Rig.open(lab, { ...options, env });
    const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(7), TEST_KEY_VERSIONS).derive("m/84'/1'/0'");
    const wallet = ['--network', NETWORK, '--xpub', xpub.publicExtendedKey, '--script-type', 'p2wpkh'];
    await runCommand(rig.options(), 'wallets', 'add', '--merchant', rig.keys.merchant_id, ...wallet);
    await rig.startApi();
    for (let index = 0; index < workers; index += 1) await rig.startWorker();
    return new NodeScene(rig, nodes, proxies);
  }

  get node(): BitcoinNodeProcess {
    return this.nodes[0] as BitcoinNodeProcess;
  }

  get proxy(): RpcProxy {
    return this.proxies[0] as RpcProxy;
  }

  ask(): Promise<Asked> {
    return createPayable(this.rig, NETWORK, `${AMOUNT} LTC`);
  }

  /** Pays what was asked for, from the wallet of the first node. */
  pay({ address }: Asked): Promise<string> {
    return this.node.send(address, AMOUNT);
  }

  mine(): Promise<string[]> {
    return this.node.mine(FINAL_BLOCKS);
  }

  read({ id }: Asked): Promise<Intent> {
    return readIntent(this.rig, id);
  }

  /** A payment from the first view to the last block, so that a fault meets a network that was read before. */
  async payOnce(): Promise<Asked> {
    const asked = await this.ask();
    await this.pay(asked);
    await this.mine();
    await this.untilPaid(asked);
    await this.untilReadFrom(this.node);
    return asked;
  }

  /** Waits until Florin has read the last block of a node. */
  async untilReadFrom(node: BitcoinNodeProcess): Promise<void> {
    const tip = await node.call<string>('getbestblockhash');
    await waitUntil('the last block is read', async () => {
      const rows = await this.rig.sql<{ hash: string }>(
        `SELECT cursor::jsonb->>'hash' AS hash FROM florin_data.scans WHERE network = '${NETWORK}'`,
      );
      return rows[0]?.hash === tip;
    });
  }

  async untilPaid(asked: Asked): Promise<void> {
    await waitUntil(`${asked.id} is paid`, async () => (await this.read(asked)).status === 'succeeded');
  }

  state(): Promise<string | undefined> {
    return networkState(this.rig, NETWORK);
  }

  async untilState(...wanted: string[]): Promise<void> {
    await waitUntil(`the network is ${wanted.join(' or ')}`, async () => wanted.includes((await this.state()) ?? ''));
  }

  /** Each of these is paid exactly once, no other one is, and the database breaks no rule. */
  async finish(paid: readonly Asked[], unpaid: readonly Asked[] = []): Promise<void> {
    const { lab } = this.rig;
    for (const asked of paid) {
      await this.untilPaid(asked);
      const { payments, timeline, ...intent } = await this.read(asked);
      const final = payments.filter(({ state }) => state === 'final');
      const credits = timeline.filter(({ type }) => type === 'payment_intent.succeeded').length;
      const reversals = timeline.filter(({ type }) => type === 'payment_intent.reversed').length;
      lab.check(final.length === 1 && payments.length === 1, `${asked.id} has ${final.length} final payments`);
      lab.check(intent['amount_received'] === AMOUNT, `${asked.id} received ${String(intent['amount_received'])}`);
      lab.check(credits === reversals + 1, `${asked.id} has succeeded ${credits} times`);
    }
    for (const asked of unpaid) {
      const { status, payments } = await this.read(asked);
      lab.check(status === 'requires_payment' && payments.length === 0, `${asked.id} is ${status} and was not paid`);
    }
    await this.untilState('ok');
    await this.rig.checkDatabase();
    lab.observe(`${paid.length} payments credited once, ${unpaid.length} intents without a payment unpaid`);
  }
}

/** A node that has mined a chain nobody else has. */
export async function startNode(lab: Lab): Promise<BitcoinNodeProcess> {
  const program = NODE_PROGRAMS.find(({ name }) => name === 'Litecoin Core');
  if (!program) throw new Error('Litecoin Core is not known.');
  const node = await startBitcoinNode(program);
  lab.cleanUp.add(() => node.remove());
  return node;
}
