import { createdId, type Keys, type Reply, validBody } from '../../support/client.ts';
import { listDifferences } from '../list-differences.ts';
import type { Fleet, Version } from './fleet.ts';

const IN_FLIGHT = 8;
/** The most orders of a phase that waits for its work to finish. */
const ORDERS_MAX = 4_000;

/** What was acknowledged for one order, and the status that it must end in. */
export interface Order {
  keys: Keys;
  idempotencyKey: string;
  body: string;
  answer: string;
  id: string;
  /** Simulated payments that were acknowledged, and those without an answer. */
  sent: number;
  unsure: number;
  status: 'requires_payment' | 'succeeded' | 'canceled';
}

const KINDS = ['full', 'open', 'cancel', 'partial', 'over', 'full'] as const;

/** Sends orders to nodes of both versions at the same time. */
export class OrderBook {
  readonly orders: Order[] = [];
  readonly violations: string[] = [];
  readonly #fleet: Fleet;
  readonly #merchants: readonly Keys[];
  #next = 0;

  constructor(fleet: Fleet, merchants: readonly Keys[]) {
    this.#fleet = fleet;
    this.#merchants = merchants;
  }

  /** Sends at least `count` orders, starts the work among them, and goes on until the work is done. */
  async sendDuring(count: number, work: () => Promise<void>): Promise<void> {
    const first = this.#next;
    const beside = { isDone: false };
    const started = Promise.withResolvers<void>();
    const loop = async () => {
      while (this.#next < first + count || (!beside.isDone && this.#next < first + ORDERS_MAX)) {
        await this.#send(this.#next++);
        if (this.#next > first + IN_FLIGHT) started.resolve();
      }
      started.resolve();
    };
    const finished = started.promise.then(work).finally(() => {
      beside.isDone = true;
    });
    await Promise.all([finished, ...Array.from({ length: IN_FLIGHT }, loop)]);
  }

  async #send(number: number): Promise<void> {
    const keys = this.#merchants[number % this.#merchants.length] as Keys;
    const [here, there] = number % 2 === 0 ? (['before', 'current'] as const) : (['current', 'before'] as const);
    const order = await this.#create(here, there, keys, number);
    if (number % 3 === 0) await this.#view(order);
    const kind = KINDS[number % KINDS.length];
    if (kind === 'cancel') await this.#cancel(order, here, there);
    else if (kind !== undefined && kind !== 'open') await this.#pay(order, there, kind);
    this.orders.push(order);
    await this.#compare(order);
  }

  /** The same create at both versions makes one intent. */
  async #create(here: Version, there: Version, keys: Keys, number: number): Promise<Order> {
    const money = { crypto_amount_requested: '0.5 LTC', exchange_rate: '1 LTC = $50' };
    const idempotencyKey = `order-${number}`;
    const body = JSON.stringify({ ...validBody(), ...money, order_id: idempotencyKey });
    const create = (version: Version) => this.create(version, { keys, body, idempotencyKey });
    const first = await create(here);
    const second = number % 4 === 0 ? await create(there) : first;
    if (first.status !== 201 || second.text !== first.text) {
      this.violations.push(`${idempotencyKey} was answered with ${first.text} and ${second.text}`);
    }
    const id = createdId(first);
    return { keys, idempotencyKey, body, answer: first.text, id, sent: 0, unsure: 0, status: 'requires_payment' };
  }

  create(version: Version, order: Pick<Order, 'keys' | 'body' | 'idempotencyKey'>): Promise<Reply> {
    const headers = { 'idempotency-key': order.idempotencyKey };
    const { keys, body } = order;
    return this.#fleet.ask(version, keys, { path: '/create_checkout_payment_intent', method: 'POST', body, headers });
  }

  /** Two payers' first views at the same moment get the same addresses. */
  async #view({ keys, id }: Order): Promise<void> {
    const addressesAt = async (version: Version) => {
      const { json } = await this.#fleet.ask(version, keys, { path: `/checkout/${id}/status` });
      return ((json['options'] ?? []) as { address: string }[]).map(({ address }) => address).sort();
    };
    const [one, other] = await Promise.all([addressesAt('before'), addressesAt('current')]);
    if (one.length === 0 || one.join() !== other.join())
      this.violations.push(`${id} was offered at ${one.join()} and ${other.join()}`);
  }

  async #pay(order: Order, version: Version, kind: string): Promise<void> {
    const path = `/payment_intents/${order.id}/simulate`;
    // Of two payments for one intent, each must count once.
    for (const each of kind === 'partial' ? ['partial', 'full'] : [kind]) {
      const reply = await this.#fleet.askOnce(version, order.keys, { path, body: { kind: each } });
      if (!reply) {
        order.unsure += 1;
      } else if (reply.status === 200) {
        order.sent += 1;
        if (each !== 'partial') order.status = 'succeeded';
      } else this.violations.push(`${path} was answered with ${reply.text}`);
    }
  }

  /** Both versions are told to cancel; one of them does it. */
  async #cancel(order: Order, here: Version, there: Version): Promise<void> {
    const call = { path: `/payment_intents/${order.id}/cancel`, method: 'POST' };
    const replies = await Promise.all([here, there].map((version) => this.#fleet.ask(version, order.keys, call)));
    for (const { status, text } of replies) if (status !== 200) this.violations.push(`${call.path}: ${text}`);
    order.status = 'canceled';
  }

  /** Both versions show the same of what never changes in an intent. */
  async #compare({ keys, id }: Order): Promise<void> {
    const call = { path: `/payment_intents/${id}` };
    const [before, current] = await Promise.all([
      this.#fleet.ask('before', keys, call),
      this.#fleet.ask('current', keys, call),
    ]);
    const members = ['id', 'created_at', 'expires_at', 'amount_due', 'order_id', 'request'];
    const fixed = (reply: Reply) => Object.fromEntries(members.map((member) => [member, reply.json[member]]));
    this.violations.push(...listDifferences(fixed(before), fixed(current), id));
  }
}
