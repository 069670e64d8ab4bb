import { HDKey } from '@scure/bip32';
import { expect } from 'vitest';
import { createBitcoinChain } from '../../src/chains/bitcoin/create-bitcoin-chain.ts';
import { createRpc } from '../../src/chains/rpc/create-rpc.ts';
import { ASSETS_ON_NETWORKS } from '../../src/domain/money/asset.ts';
import type { Transfer } from '../../src/domain/transfers/transfer.ts';
import type { ChainAdapter, PendingTransfer, Scan, Wallet, Watch } from '../../src/ports/chain.ts';
import { random } from '../../src/system/random.ts';
import type { NodeProgram } from './start-bitcoin-node.ts';

const TEST_KEY_VERSIONS = { public: 0x043587cf, private: 0x04358394 };

/** The machine's clock, which a test may advance past a back-off. */
export const clock = { aheadMs: 0, nowMs: () => Date.now() + clock.aheadMs };

export const chainAt = (url: string, network: NodeProgram['network'], options = { timeoutMs: 60_000 }): ChainAdapter =>
  createBitcoinChain({
    network,
    rpc: createRpc({ urls: [url], clock, random, ...options }),
    clock,
    random,
    assets: ASSETS_ON_NETWORKS,
  });

/** The extended public key of a new account on a test network. */
export const newAccount = (): string =>
  HDKey.fromMasterSeed(random.bytes(32), TEST_KEY_VERSIONS).derive("m/84'/1'/0'").publicExtendedKey;

/** Unused addresses of one wallet. */
export class Addresses {
  readonly #chain: ChainAdapter;
  readonly #wallet: Wallet;
  #next = 0;

  constructor(chain: ChainAdapter) {
    this.#chain = chain;
    this.#wallet = chain.readWallet({ text: newAccount(), scriptType: 'p2wpkh' });
  }

  take(): string {
    this.#next += 1;
    return this.#chain.targetAt(this.#wallet, this.#next).address;
  }
}

/** Scans like the watcher: stores the cursor and the pending transfers. */
export class Reader {
  readonly chain: ChainAdapter;
  sinceMs = clock.nowMs();
  cursor: string | undefined;
  pending: PendingTransfer[] = [];
  /** For chains that are read by address. */
  addresses: string[] = [];

  constructor(chain: ChainAdapter) {
    this.chain = chain;
  }

  watch(): Watch {
    const { sinceMs, pending, addresses } = this;
    return {
      sinceMs,
      nowMs: clock.nowMs(),
      pending,
      needsAgreement: false,
      coinUntilMs: undefined,
      addresses: async () => addresses,
      sinceOf: async () => sinceMs,
    };
  }

  async scan(): Promise<Scan> {
    const scan = await this.chain.scan(this.cursor, this.watch());
    this.cursor = scan.cursor;
    return scan;
  }

  /** Scans until there is nothing more to read. */
  async catchUp(): Promise<Scan[]> {
    const scans = [await this.scan()];
    while (scans.at(-1)?.behind === true) scans.push(await this.scan());
    return scans;
  }

  async expectError(kind: string, sentence: RegExp): Promise<void> {
    const before = this.cursor;
    const failure = await this.scan().then(
      () => undefined,
      (error: Error) => error,
    );
    expect(failure).toMatchObject({ name: 'ChainError', kind });
    expect(failure?.message).toMatch(sentence);
    expect(this.cursor).toBe(before);
  }
}

export const to = (address: string, scans: Scan[]): Transfer[] =>
  scans.flatMap(({ transfers }) => transfers.filter((transfer) => transfer.keys.includes(address)));
