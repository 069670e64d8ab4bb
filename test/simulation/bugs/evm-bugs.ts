import { add } from '../../../src/domain/money/money.ts';
import type { Transfer } from '../../../src/domain/transfers/transfer.ts';
import type { ChainAdapter, Scan } from '../../../src/ports/chain.ts';
import type { PaymentBook } from '../../../src/ports/payment-book.ts';
import { IN_FLIGHT_MS } from '../design.ts';
import { COIN_INDEX, CORRECT_READING, EVM_NETWORKS } from '../read-like-evm.ts';
import type { Bug } from './bug.ts';
import { wrapBook } from './wrap-book.ts';
import { wrapHold } from './wrap-hold.ts';

const HELD_MS = 300_000;
const isEvm = (network: string) => EVM_NETWORKS.some((name) => name === network);
const ASSETS = ['USDC', 'USDT', 'ETH', 'SOL', 'BTC'];

/** Bugs that adapters of EVM chains have had, and those of an engine that matches by amount alone. */
export const EVM_BUGS: readonly Bug[] = [
  {
    name: 'a log has its index in the block instead of its receipt',
    caughtBy: ['every payment is on the chain', 'every payment has the amount of its transfer'],
    evm: { indexOf: ({ index }, logsBefore) => (index === COIN_INDEX ? index : logsBefore + index) },
  },
  {
    name: 'a transfer that is included again is another one',
    caughtBy: ['every payment is on the chain'],
    evm: { nameOf: ({ id }, { hash }) => `${hash}/${id}` },
  },
  {
    name: 'logs of another branch are credited',
    caughtBy: ['a payment is not final too early', 'final states match the chain', 'every transfer is recorded'],
    evm: { hasBlock: ({ blocks }, { height }) => (blocks.at(-1)?.height ?? 0) >= height },
  },
  {
    name: 'a node that lacks the newest blocks has no logs in them',
    caughtBy: ['every transfer is recorded', 'expiry considers earlier transfers'],
    evm: {
      hasBlock: (view, block) =>
        (view.blocks.at(-1)?.height ?? 0) < block.height || CORRECT_READING.hasBlock(view, block),
    },
  },
  {
    name: 'the rest of a range is skipped after an error',
    caughtBy: ['every transfer is recorded', 'expiry considers earlier transfers', 'final states match the chain'],
    evm: { blocksDone: (listed) => listed },
  },
  {
    name: 'the coin of a transaction that was reverted is credited',
    caughtBy: ['a failed transaction does not count'],
    evm: { hasFailed: () => false },
  },
  {
    name: 'seconds are counted by the wall clock',
    caughtBy: ['a payment is not final too early'],
    evm: { tipOf: (tip, tags, nowMs) => ({ ...CORRECT_READING.tipOf(tip, tags, nowMs), tipTimeMs: nowMs }) },
  },
  {
    name: 'a safe block counts as finalized',
    caughtBy: ['a payment is not final too early'],
    evm: {
      tipOf: (tip, { safeHeight }, nowMs) =>
        CORRECT_READING.tipOf(tip, { safeHeight, finalizedHeight: safeHeight }, nowMs),
    },
  },
  {
    name: 'a reference names its intent wherever it was sent',
    caughtBy: ['every payment went to a target of its intent'],
    adapter: followReferences,
  },
  {
    name: 'an amount names its intent in any asset',
    caughtBy: ['every payment went to a target of its intent'],
    database: wrapBook((book) => ({ matchAmounts: (network, sent) => matchInAnyAsset(book, network, sent) })),
  },
  {
    name: 'an amount is held for five minutes, however long somebody may pay it',
    caughtBy: ['an amount is held while somebody may pay it', 'an amount is held until its network was read'],
    store: wrapHold(({ assignedAtMs }) => assignedAtMs + HELD_MS),
  },
  {
    name: 'an amount is free before the in-flight limit',
    caughtBy: ['an amount is held while somebody may pay it', 'an amount is held until its network was read'],
    store: wrapHold(({ heldUntilMs }, network) => heldUntilMs - (isEvm(network) ? (IN_FLIGHT_MS[network] ?? 0) : 0)),
  },
  {
    name: 'an amount is looked for on one network only',
    caughtBy: ['the wrong network leads to the right intent'],
    store: (store) => ({
      ...store,
      transfers: {
        ...store.transfers,
        async suggest(transfers, nowMs) {
          const networks = new Map(transfers.map(({ id, network }) => [id, network]));
          const found = await store.transfers.suggest(transfers, nowMs);
          return found.filter(({ transferId, network }) => networks.get(transferId) === network);
        },
      },
    }),
  },
  {
    name: 'a tail is part of what is due',
    caughtBy: ['a tail does not change what is due'],
    database: wrapBook((book) => ({
      changeIntent: (ref, atMs, change) =>
        book.changeIntent(ref, atMs, (intent) => {
          const changed = change(intent);
          const tail = intent.targets[0]?.amounts[0]?.tail;
          return changed && tail
            ? { ...changed, intent: { ...changed.intent, cryptoAmount: add(intent.cryptoAmount, tail) } }
            : changed;
        }),
    })),
  },
  {
    name: 'a success is taken back without a word',
    caughtBy: ['a lost success is announced'],
    database: wrapBook((book) => ({
      changeIntent: (ref, atMs, change) =>
        book.changeIntent(ref, atMs, (intent) => {
          const changed = change(intent);
          const events = changed?.events.map((event) =>
            event.type === 'payment_intent.reversed'
              ? { ...event, type: 'payment_intent.needs_review' as const }
              : event,
          );
          return changed && events && { ...changed, events };
        }),
    })),
  },
];

/** Takes the address that the reference was made for as the recipient. */
function followReferences(adapter: ChainAdapter): ChainAdapter {
  const addresses = new Map<string, string>();
  const follow = (transfer: Transfer): Transfer => {
    const [address] = transfer.keys.flatMap((key) => addresses.get(key) ?? []);
    return address === undefined ? transfer : { ...transfer, address };
  };
  return {
    ...adapter,
    targetAt(wallet, index) {
      const target = adapter.targetAt(wallet, index);
      if (target.reference !== undefined) addresses.set(target.reference, target.address);
      return target;
    },
    async scan(cursor, watch): Promise<Scan> {
      const scan = await adapter.scan(cursor, watch);
      return { ...scan, transfers: scan.transfers.map(follow) };
    },
  };
}

async function matchInAnyAsset(book: PaymentBook, ...[network, sent]: Parameters<PaymentBook['matchAmounts']>) {
  const guesses = sent.flatMap(({ key, tx, index }) =>
    ASSETS.map((asset) => ({ tx, index, key: key.replace(/[^/]+(?=\/[^/]+$)/, asset) })),
  );
  return book.matchAmounts(network, guesses);
}
