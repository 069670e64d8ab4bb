import { randomBytes, randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EndpointId, type IntentId, type MerchantId, makeId } from '../../src/domain/ids.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import { BLOCKING_ATTEMPTS, nextAttemptAt } from '../../src/domain/webhooks/retry-schedule.ts';
import type { Carrier, ClaimedDelivery, DeliveryQueue } from '../../src/ports/delivery-queue.ts';
import type { EventDispatch } from '../../src/ports/event-dispatch.ts';
import type { LoggedEvent } from '../../src/ports/event-log.ts';
import type { Store } from '../../src/ports/stores.ts';
import { times } from '../support/effort.ts';
import { type OpenStores, openableStores } from './open-stores.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';
import { newId } from './sample-rows.ts';
import { STARTED_MS, sampleEndpoint, sampleRecord } from './sample-webhooks.ts';

const ENDPOINTS = 2;
const INTENTS = 2;
const WAITS_MS = [10, 6_000, 61_000, 700_000, 15_000_000];
/** Longer than the pause after the fourth failure. */
const OUTAGE_STEP_MS = 700_000;
/** Before an endpoint is disabled because nothing but failures came from it. */
const LAST_MS = STARTED_MS + LIMITS.endpointFailingMsMax - 1;

const anyCommands = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'happen',
      'happen',
      'dispatch',
      'dispatch',
      'claim',
      'claim',
      'succeed',
      'fail',
      'outage',
      'die',
      'wait',
    ),
    pick: fc.nat(1_000),
    /** Whether the next command starts before this one has ended. */
    isConcurrent: fc.boolean(),
  }),
  { minLength: 10, maxLength: 80 },
);

type Command = Parameters<Parameters<typeof anyCommands.map>[0]>[0][number];

const flag = (intent: Intent) => ({
  intent: { ...intent, sequence: intent.sequence + 1 },
  events: [{ type: 'payment_intent.flagged' as const, changes: { flags: [] } }],
});

/** What is known of one delivery from outside. */
interface Seen {
  failures: number;
  successes: number;
  claimedUntilMs: number;
  token: string;
  /** How many results are being recorded: whether they come before a claim is open then. */
  ending: number;
}

/**
 * A merchant with endpoints and intents in a random world: events happen, a dispatcher hands them out and claims some of
 * them, and processes claim, succeed, fail and die. It checks every claim against what it has seen.
 */
class World {
  readonly #merchantId: MerchantId;
  readonly #store: Store;
  readonly #queue: DeliveryQueue;
  readonly #events: EventDispatch;
  readonly #endpoints: EndpointId[] = [];
  readonly #intents: IntentId[] = [];
  /** The numbers of the events of each intent that were handed out. */
  readonly #numbers = new Map<IntentId, number[]>();
  readonly #seen = new Map<string, Seen>();
  readonly #inFlight: ClaimedDelivery[] = [];
  #nowMs = STARTED_MS;

  constructor(merchantId: MerchantId, store: Store, queue: DeliveryQueue, events: EventDispatch) {
    this.#merchantId = merchantId;
    this.#store = store;
    this.#queue = queue;
    this.#events = events;
  }

  async open(): Promise<void> {
    for (let count = 0; count < ENDPOINTS; count += 1) {
      const endpoint = sampleEndpoint();
      await this.#store.endpoints.insert(endpoint, ENDPOINTS, sampleRecord('webhook_endpoint.created'));
      this.#endpoints.push(endpoint.id);
    }
    for (let count = 0; count < INTENTS; count += 1) {
      const intent = sampleIntent();
      await this.#store.intents.insert(intent, undefined);
      this.#intents.push(intent.id);
    }
  }

  async run({ kind, pick }: Command): Promise<void> {
    switch (kind) {
      case 'happen':
        await this.#store.intents.change(this.#intents[pick % INTENTS] as IntentId, this.#nowMs, flag);
        break;
      case 'dispatch':
        await this.#dispatch(1 + (pick % 10), pick % 4);
        break;
      case 'claim':
        await this.#claim(this.#endpoints[pick % ENDPOINTS] as EndpointId, 1 + (pick % 3));
        break;
      case 'succeed':
      case 'fail':
        await this.#end(pick, kind === 'succeed');
        break;
      case 'outage':
        await this.#failAll(this.#endpoints[pick % ENDPOINTS] as EndpointId);
        break;
      case 'die':
        this.#inFlight.length = 0;
        break;
      case 'wait':
        this.#nowMs = Math.min(LAST_MS, this.#nowMs + (WAITS_MS[pick % WAITS_MS.length] ?? 0));
        break;
    }
  }

  /** An endpoint fails until its deliveries stop to hold others up. */
  async #failAll(endpoint: EndpointId): Promise<void> {
    for (let failures = 0; failures < BLOCKING_ATTEMPTS; failures += 1) {
      await this.#claim(endpoint, 5);
      while (this.#inFlight.length > 0) await this.#end(0, false);
      this.#nowMs = Math.min(LAST_MS, this.#nowMs + OUTAGE_STEP_MS);
    }
  }

  /** With everything delivered from here on, nothing may be left. */
  async drain(): Promise<void> {
    while ((await this.#dispatch(100, 1))?.events);
    for (let round = 0; round < 200; round += 1) {
      this.#nowMs += LIMITS.deliveryClaimMs;
      for (const endpoint of this.#endpoints) await this.#claim(endpoint, 10);
      while (this.#inFlight.length > 0) await this.#end(0, true);
      if ((await this.#listPending()).length === 0) return this.#checkAllSeen();
      this.#nowMs += 24 * 3_600_000;
    }
    expect(await this.#listPending()).toEqual([]);
  }

  #listPending() {
    return this.#store.deliveries.list({ state: 'pending', limit: 1_000 });
  }

  #checkAllSeen(): void {
    for (const [intentId, numbers] of this.#numbers) {
      for (const endpoint of this.#endpoints) {
        for (const number of numbers) {
          const seen = this.#seenOf(endpoint, intentId, number);
          expect(seen.successes + seen.failures > 0, `${number} to ${endpoint}`).toBe(true);
        }
      }
    }
  }

  /** Claims up to `count` of the new deliveries to each endpoint with it. */
  #dispatch(limit: number, count: number) {
    return this.#events.dispatch({
      carrier: this.#carry(count),
      nowMs: this.#nowMs,
      limit,
      render: (event) => this.#render(event),
      newId: () => makeId('dlv', this.#nowMs, randomBytes(10)),
    });
  }

  #render({ number, subject }: LoggedEvent): string {
    if ('intent' in subject && this.#intents.includes(subject.intent.id)) {
      const numbers = this.#numbers.get(subject.intent.id) ?? [];
      this.#numbers.set(subject.intent.id, [...new Set([...numbers, number])]);
    }
    return String(number);
  }

  #carry(count: number): Carrier {
    return {
      offer: (due) =>
        this.#open(
          due.map(({ id }) => id).filter((id) => this.#endpoints.includes(id)),
          count,
        ),
      carry: (claimed) => this.#start(claimed, this.#nowMs),
    };
  }

  async #claim(endpointId: EndpointId, count: number): Promise<void> {
    const claim = this.#open([endpointId], count);
    this.#start(await this.#queue.claim(claim), claim.nowMs);
  }

  #open(endpointIds: readonly EndpointId[], count: number) {
    const nowMs = this.#nowMs;
    const rooms = endpointIds.map((endpointId) => ({ endpointId, merchantId: this.#merchantId, count }));
    return { nowMs, claimedUntilMs: nowMs + LIMITS.deliveryClaimMs, token: randomUUID(), rooms };
  }

  #start(claimed: readonly ClaimedDelivery[], nowMs: number): void {
    for (const delivery of claimed) this.#check(delivery, nowMs);
    this.#inFlight.push(...claimed);
  }

  /** A claim is right if nothing that this delivery waits for is open, in flight or not. */
  #check(claimed: ClaimedDelivery, nowMs: number): void {
    const { intentId, body, endpoint, token, claimedUntilMs } = claimed;
    const number = Number(body);
    const own = this.#seenOf(endpoint.id, intentId as IntentId, number);
    if (own.ending === 0) expect(own.successes).toBe(0);
    expect(own.claimedUntilMs).toBeLessThanOrEqual(nowMs);
    for (const other of this.#numbers.get(intentId as IntentId) ?? []) {
      const { successes, failures, token: sentWith } = this.#seenOf(endpoint.id, intentId as IntentId, other);
      const isOver = successes > 0 || failures >= BLOCKING_ATTEMPTS;
      if (other < number) expect(isOver, `${number} was claimed before ${other} was over`).toBe(true);
      if (other > number && own.failures < BLOCKING_ATTEMPTS)
        expect(sentWith, `${number} was claimed although ${other} was sent before`).toBe('');
    }
    Object.assign(own, { claimedUntilMs, token });
  }

  /** What a process reports of a claim that another one has taken over is dropped. */
  async #end(pick: number, isDelivered: boolean): Promise<void> {
    const [claimed] = this.#inFlight.splice(pick % Math.max(1, this.#inFlight.length), 1);
    if (!claimed) return;
    const { attempts, endpoint, intentId, body, token } = claimed;
    const endedAtMs = this.#nowMs;
    const own = this.#seenOf(endpoint.id, intentId as IntentId, Number(body));
    const isHeld = own.token === token;
    const heldUntilMs = own.claimedUntilMs;
    const what = isDelivered ? 'successes' : 'failures';
    if (isHeld) {
      own[what] += 1;
      own.claimedUntilMs = endedAtMs;
    }
    own.ending += 1;
    const result = {
      claimed,
      attempt: {
        attempt: attempts + 1,
        atMs: endedAtMs,
        status: isDelivered ? 200 : 500,
        ms: 1,
        error: undefined,
        requestHeaders: {},
        responseHeaders: {},
        responseBody: '',
      },
      isDelivered,
      nextAttemptAtMs: isDelivered ? undefined : nextAttemptAt(attempts + 1, endedAtMs, 0.5, undefined),
      isGone: false,
      endedAtMs,
    };
    const isRecorded = (await this.#queue.record(result, describeDisabled)) !== 'lost';
    own.ending -= 1;
    if (!isHeld || heldUntilMs > endedAtMs) expect(isRecorded).toBe(isHeld);
    // Another process has claimed it meanwhile.
    if (isHeld && !isRecorded) own[what] -= 1;
  }

  #seenOf(endpoint: EndpointId, intent: IntentId, number: number): Seen {
    const name = `${endpoint} ${intent} ${number}`;
    const seen = this.#seen.get(name) ?? {
      failures: 0,
      successes: 0,
      claimedUntilMs: -Infinity,
      token: '',
      ending: 0,
    };
    this.#seen.set(name, seen);
    return seen;
  }
}

const describeDisabled = (_: unknown, { merchantId, livemode }: ClaimedDelivery) => ({
  id: newId('evt'),
  merchantId,
  livemode,
  type: 'webhook_endpoint.disabled' as const,
  object: {},
  atMs: STARTED_MS,
});

describe.each(openableStores())('the order of deliveries in $name', ({ name, open }) => {
  let shared: OpenStores;
  beforeAll(async () => {
    shared = await open();
  });
  afterAll(() => shared.close());

  it('holds for any interleaving, and nothing waits for ever', async () => {
    await fc.assert(
      fc.asyncProperty(anyCommands, async (commands) => {
        // The double copies everything with every transaction, so each run gets a new one.
        const { stores } = name === 'memory' ? await open() : shared;
        const tenant = { merchantId: newMerchantId(), dataStoreId: undefined, livemode: false };
        const queue = await stores.deliveryQueueOf(undefined);
        const events = await stores.eventDispatchOf(undefined);
        const world = new World(tenant.merchantId, await stores.of(tenant), queue, events);
        await world.open();
        let running: Promise<unknown>[] = [];
        for (const command of commands) {
          // Nothing else runs while time passes, because it would be open what came first.
          const isAlone = command.kind === 'wait' || command.kind === 'outage';
          if (isAlone) await Promise.all(running);
          running.push(world.run(command));
          if (command.isConcurrent && !isAlone) continue;
          await Promise.all(running);
          running = [];
        }
        await Promise.all(running);
        await world.drain();
      }),
      { numRuns: name === 'memory' ? times(60, 150) : times(8, 25) },
    );
  });
});
