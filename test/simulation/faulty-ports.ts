import type { MerchantId } from '../../src/domain/ids.ts';
import type { Transition } from '../../src/domain/intents/transition.ts';
import { ChainError } from '../../src/domain/networks/chain-error.ts';
import type { ChainAdapter } from '../../src/ports/chain.ts';
import type { Leases } from '../../src/ports/leases.ts';
import type { PaymentBook, PaymentDatabase } from '../../src/ports/payment-book.ts';
import type { Ports } from '../../src/ports/ports.ts';
import type { Store } from '../../src/ports/stores.ts';
import type { Actor } from './stage.ts';
import type { World } from './world.ts';

export type EnginePorts = Pick<
  Ports,
  'clock' | 'random' | 'audit' | 'leases' | 'networks' | 'settings' | 'wallets' | 'stores' | 'vault'
> & {
  chains: ReadonlyMap<string, ChainAdapter>;
  storeOf(merchantId: MerchantId): Store;
};

type Method = (...args: unknown[]) => unknown;

/** The same object, with a gate before every call. */
function gated<Port extends object>(port: Port, gate: (at: string) => Promise<void>): Port {
  return new Proxy(port, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        await gate(String(name));
        return (member as Method).apply(target, args);
      };
    },
  });
}

/** What one actor reaches the world through: every call is a gate at which it may stand still, fail or die. */
export function portsFor(world: World, actor: Actor): EnginePorts {
  const gate = (at: string) => world.stage.pass(actor, at);
  const database = faultyDatabase(world, actor, gate);
  return {
    clock: world.clock,
    random: { bytes: (count) => world.prng.bytes(count) },
    vault: { seal: (text) => text, open: (text) => text },
    audit: gated(world.merchants.audit, gate),
    leases: gated(countLeases(world), gate),
    networks: gated(world.merchants.networks, gate),
    settings: gated(world.merchants.settings, gate),
    wallets: gated(world.merchants.wallets, gate),
    chains: new Map([...world.chains].map(([name, { adapter }]) => [name, faultyChain(world, adapter, gate)])),
    storeOf: (merchantId) => faultyStore(world, actor, world.backing.bind(merchantId), gate),
    stores: {
      forEachDatabase: async (work: (database: PaymentDatabase) => Promise<void>) => {
        const [round] = await Promise.allSettled([work(database)]);
        if (round.status === 'rejected') throw new AggregateError([round.reason], 'some databases could not be served');
      },
    } as Ports['stores'],
  };
}

const countLeases = ({ merchants: { leases }, counters }: World): Leases => ({
  async take(...args) {
    const token = await leases.take(...args);
    if (token === undefined) counters.add('lease held by another worker');
    return token;
  },
});

type Gate = (at: string) => Promise<void>;

function faultyChain(world: World, adapter: ChainAdapter, gate: Gate): ChainAdapter {
  return {
    ...adapter,
    async scan(cursor, watch) {
      await gate('scan');
      if (world.strikes(2, 'node away')) throw new ChainError('away', 'nobody answers');
      try {
        const scan = await adapter.scan(cursor, watch);
        if (world.strikes(2, 'scan lost')) throw new ChainError('away', 'the answer was lost');
        if (world.strikes(3, 'node slow')) world.passTime(world.prng.between(4_000, 20_000));
        await gate('scanned');
        return scan;
      } catch (error) {
        if (error instanceof ChainError && error.kind === 'distrusted') world.counters.add('node lied');
        throw error;
      }
    },
  };
}

function faultyDatabase(world: World, actor: Actor, gate: Gate): PaymentDatabase {
  const { database } = world;
  return {
    async findWatch(network, nowMs) {
      await gate('findWatch');
      return database.findWatch(network, nowMs);
    },
    async transact(work) {
      await gate('transact');
      await world.stage.inTransaction(actor, () =>
        database.transact(async (book) => {
          await work(watchCursor(world, gated(book, gate)));
          await gate('commit');
          if (world.strikes(2, 'commit aborted')) throw new Error('the database aborted the transaction');
        }),
      );
      world.isTouched = true;
      if (world.strikes(2, 'commit answer lost')) throw new Error('the connection was lost after the commit');
      await gate('committed');
    },
  };
}

const watchCursor = (world: World, book: PaymentBook): PaymentBook => ({
  advanceScan: async (step) => {
    const isMoved = await book.advanceScan(step);
    if (!isMoved) world.counters.add('cursor lost to another worker');
    return isMoved;
  },
  matchTargets: (...args) => book.matchTargets(...args),
  matchPayments: (...args) => book.matchPayments(...args),
  ownersOf: (...args) => book.ownersOf(...args),
  listMoving: (...args) => book.listMoving(...args),
  recordUnmatched: (...args) => book.recordUnmatched(...args),
  takeOverdue: (...args) => book.takeOverdue(...args),
  changeIntent: (...args) => book.changeIntent(...args),
});

/** What a merchant's request writes can be refused at the last moment, or done without an answer. */
function faultyStore(world: World, actor: Actor, store: Store, gate: Gate): Store {
  const writes = async <Result>(at: string, work: () => Promise<Result>): Promise<Result> => {
    await gate(at);
    const result = await world.stage.inTransaction(actor, work);
    world.isTouched = true;
    if (world.strikes(2, 'commit answer lost')) throw new Error('the connection was lost after the commit');
    return result;
  };
  const orAborted = <Change extends (...args: never[]) => Transition | undefined>(change: Change) =>
    ((...args: Parameters<Change>) => {
      const changed = change(...args);
      if (world.strikes(2, 'commit aborted')) throw new Error('the database aborted the transaction');
      return changed;
    }) as Change;
  return {
    items: store.items,
    invoices: store.invoices,
    intents: {
      find: (id) => gated(store.intents, gate).find(id),
      list: (filter) => gated(store.intents, gate).list(filter),
      listTimeline: (id) => gated(store.intents, gate).listTimeline(id),
      insert: (...args) => writes('insert', () => store.intents.insert(...args)),
      change: (id, atMs, change) => writes('change', () => store.intents.change(id, atMs, orAborted(change))),
      assignTargets: (...args) => writes('assignTargets', () => store.intents.assignTargets(...args)),
    },
    transfers: {
      list: (page) => gated(store.transfers, gate).list(page),
      assign: (id, intentId, atMs, change) =>
        writes('assign', () => store.transfers.assign(id, intentId, atMs, orAborted(change))),
    },
  };
}
