import type { MerchantId } from '../../src/domain/ids.ts';
import type { Transition } from '../../src/domain/intents/transition.ts';
import { ChainError } from '../../src/domain/networks/chain-error.ts';
import type { ChainAdapter } from '../../src/ports/chain.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Leases } from '../../src/ports/leases.ts';
import type { PaymentBook, PaymentDatabase } from '../../src/ports/payment-book.ts';
import type { Ports } from '../../src/ports/ports.ts';
import type { Random } from '../../src/ports/random.ts';
import type { Store } from '../../src/ports/stores.ts';
import type { Vault } from '../../src/ports/vault.ts';
import { checkCommit } from './check-state.ts';
import type { Actor } from './scheduler.ts';
import type { Simulation } from './simulation.ts';

type Method = (...args: unknown[]) => unknown;

type Gate = (at: string) => Promise<void> | undefined;

/** Adds a gate before every call of a port, except one. */
function gated<Port extends object>(port: Port, gate: Gate, ungated?: keyof Port): Port {
  return new Proxy(port, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function' || name === ungated) return member;
      return (...args: unknown[]) => {
        const call = () => (member as Method).apply(target, args);
        return gate(String(name))?.then(call) ?? call();
      };
    },
  });
}

const VAULT: Vault = { seal: (text) => text, open: (text) => text, reseal: (text) => text };

/** The ports of one actor. Every call is a gate, where the actor may be paused, fail or crash. Most actors use few. */
export class ActorPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly vault = VAULT;
  readonly #simulation: Simulation;
  readonly #actor: Actor;
  readonly #gate: Gate;

  constructor(simulation: Simulation, actor: Actor) {
    this.#simulation = simulation;
    this.#actor = actor;
    this.#gate = (at) => simulation.scheduler.pass(actor, at);
    this.clock = simulation.clock;
    this.random = simulation.prng;
  }

  get audit() {
    return gated(this.#simulation.merchants.audit, this.#gate);
  }

  get leases() {
    return gated(countLeases(this.#simulation), this.#gate);
  }

  get networks() {
    return gated(this.#simulation.merchants.networks, this.#gate);
  }

  get settings() {
    return gated(this.#simulation.merchants.settings, this.#gate);
  }

  get wallets() {
    return gated(this.#simulation.merchants.wallets, this.#gate, 'listHolders');
  }

  get chains() {
    return new Map(this.#simulation.networks.map((name) => [name, this.chainOf(name)]));
  }

  chainOf(network: string): ChainAdapter {
    return faultyChain(this.#simulation, this.#simulation.network(network).adapter, this.#gate);
  }

  storeOf(merchantId: MerchantId): Store {
    return faultyStore(this.#simulation, this.#actor, this.#simulation.backing.bind(merchantId), this.#gate);
  }

  get stores() {
    const database = faultyDatabase(this.#simulation, this.#actor, this.#gate);
    return {
      forEachDatabase: async (work: (database: PaymentDatabase) => Promise<void>) => {
        const [round] = await Promise.allSettled([work(database)]);
        if (round.status === 'rejected') throw new AggregateError([round.reason], 'the work failed on some databases');
      },
    } as Ports['stores'];
  }
}

const countLeases = ({ merchants: { leases }, counters }: Simulation): Leases => ({
  ...leases,
  async take(...args) {
    const token = await leases.take(...args);
    if (token === undefined) counters.add('lease held by another worker');
    return token;
  },
});

function faultyChain(simulation: Simulation, adapter: ChainAdapter, gate: Gate): ChainAdapter {
  return {
    ...adapter,
    async scan(cursor, watch) {
      await gate('scan');
      if (simulation.injectFault(2, 'node away')) throw new ChainError('away', 'no node responds');
      try {
        const scan = await adapter.scan(cursor, watch);
        if (simulation.injectFault(2, 'scan lost')) throw new ChainError('away', 'the response was lost');
        if (simulation.injectFault(3, 'node slow')) simulation.passTime(simulation.prng.between(4_000, 20_000));
        await gate('scanned');
        return scan;
      } catch (error) {
        if (error instanceof ChainError && error.kind === 'distrusted') simulation.counters.add('node distrusted');
        throw error;
      }
    },
  };
}

function faultyDatabase(simulation: Simulation, actor: Actor, gate: Gate): PaymentDatabase {
  const { database } = simulation;
  return {
    async findWatch(network, nowMs) {
      await gate('findWatch');
      return database.findWatch(network, nowMs);
    },
    async transact(work) {
      await gate('transact');
      await simulation.scheduler.inTransaction(actor, () =>
        database.transact(async (book) => {
          await work(watchCursor(simulation, gated(book, gate), book));
          await gate('commit');
          if (simulation.injectFault(2, 'commit aborted')) throw new Error('the database aborted the transaction');
        }),
      );
      await checkCommit(simulation);
      if (simulation.injectFault(2, 'commit response lost'))
        throw new Error('the connection was lost after the commit');
      await gate('committed');
    },
  };
}

/** Exact amounts are a gate only where payers send them, and later questions are none, so that the worlds stay as they were. */
const watchCursor = (simulation: Simulation, book: PaymentBook, direct: PaymentBook): PaymentBook => ({
  advanceScan: async (step) => {
    const isMoved = await book.advanceScan(step);
    if (!isMoved) simulation.counters.add('cursor lost to another worker');
    return isMoved;
  },
  matchTargets: (...args) => book.matchTargets(...args),
  matchAmounts: (...args) => (simulation.byHand ? book : direct).matchAmounts(...args),
  findOwedByOthers: (...args) => (simulation.byHand ? book : direct).findOwedByOthers(...args),
  matchPayments: (...args) => book.matchPayments(...args),
  listShared: (...args) => book.listShared(...args),
  listResidents: (merchants) => direct.listResidents(merchants),
  listMoving: (...args) => book.listMoving(...args),
  findListed: (...args) => book.findListed(...args),
  countFailed: (intents) => direct.countFailed(intents),
  countUnknown: (...args) => direct.countUnknown(...args),
  recordUnmatched: (...args) => book.recordUnmatched(...args),
  recordClaim: (...args) => book.recordClaim(...args),
  countDust: (...args) => book.countDust(...args),
  deleteUnmatched: (...args) => book.deleteUnmatched(...args),
  takeOverdue: (...args) => book.takeOverdue(...args),
  takeUnnumbered: (...args) => book.takeUnnumbered(...args),
  changeIntent: (...args) => book.changeIntent(...args),
});

/** Writes of a merchant's request may be aborted at the last moment, or committed without a response. */
function faultyStore(simulation: Simulation, actor: Actor, store: Store, gate: Gate): Store {
  const writes = async <Result>(at: string, work: () => Promise<Result>): Promise<Result> => {
    await gate(at);
    const result = await simulation.scheduler.inTransaction(actor, work);
    await checkCommit(simulation);
    if (simulation.injectFault(2, 'commit response lost')) throw new Error('the connection was lost after the commit');
    return result;
  };
  const orAborted = <Change extends (...args: never[]) => Transition | undefined>(change: Change) =>
    ((...args: Parameters<Change>) => {
      const changed = change(...args);
      if (simulation.injectFault(2, 'commit aborted')) throw new Error('the database aborted the transaction');
      return changed;
    }) as Change;
  return {
    ...store,
    intents: {
      find: (id) => gated(store.intents, gate).find(id),
      list: (filter) => gated(store.intents, gate).list(filter),
      findWithTimeline: (id) => gated(store.intents, gate).findWithTimeline(id),
      findWithItems: (id) => gated(store.intents, gate).findWithItems(id),
      findMilestones: () => gated(store.intents, gate).findMilestones(),
      insert: (...args) => writes('insert', () => store.intents.insert(...args)),
      change: (id, atMs, change) => writes('change', () => store.intents.change(id, atMs, orAborted(change))),
      assignTargets: (...args) => writes('assignTargets', () => store.intents.assignTargets(...args)),
    },
    transfers: {
      find: (id) => store.transfers.find(id),
      list: (page) => gated(store.transfers, gate).list(page),
      listClaims: (ids) => gated(store.transfers, gate).listClaims(ids),
      suggest: (...args) => gated(store.transfers, gate).suggest(...args),
      listDust: () => gated(store.transfers, gate).listDust(),
      assign: (id, intentId, atMs, change, release) =>
        writes('assign', () => store.transfers.assign(id, intentId, atMs, orAborted(change), release)),
    },
  };
}
