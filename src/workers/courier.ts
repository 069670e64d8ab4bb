import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EndpointId, makeId, uuidOf } from '../domain/ids.ts';
import { LIMITS } from '../domain/limits.ts';
import type {
  Carrier,
  Claim,
  ClaimedDelivery,
  DeliveryQueue,
  DeliveryResult,
  DescribeDisabled,
  PendingEndpoint,
  Recorded,
  Room,
} from '../ports/delivery-queue.ts';
import type { Ports } from '../ports/ports.ts';
import { type DeliverPorts, deliver } from '../usecases/webhooks/deliver.ts';
import type { DeliverySlots } from '../usecases/webhooks/delivery-slots.ts';
import { ClaimedAhead } from './claimed-ahead.ts';

/** How many endpoints one step looks at. */
const STEP_ENDPOINTS = 256;
/** Under load, a turn fills the slots that became free in this time, so that the database is asked less often. */
const TURN_REST_MS = 10;
const GIVEN_UP_PER_STEP = 1_000;
const RECORD_AGAIN_MS = 500;
/** What is in flight or waits to be recorded. */
const CARRIED_MAX = 2 * LIMITS.deliveriesInFlightMax;
/** How many new deliveries to one endpoint may wait here for a slot. Others are searched for. */
export const AHEAD_MAX = 128;
/** How long. Then the endpoint may have changed, and a claim must outlast the attempt and the write of its result. */
export const AHEAD_MS_MAX = 10_000;
/** How long requests may go on after a stop. Another process sends the others again. */
const STOP_MS_MAX = 1_500;
const STOP_STEP_MS = 25;

export type CourierPorts = DeliverPorts & Pick<Ports, 'presentEndpoint'>;

export interface CourierOptions {
  /** Shared by all databases. */
  slots: DeliverySlots;
  onResult: (result: DeliveryResult) => void;
}

/**
 * Sends the deliveries of one database. Whenever it is woken, it offers every endpoint with something due its share of the
 * free slots. A slot that becomes free wakes it again, so nothing waits for the slowest of a batch. Unless the endpoint is
 * crowded, it gets new deliveries from the transaction that adds them.
 */
export class Courier implements Carrier {
  readonly #ports: CourierPorts;
  readonly #queue: DeliveryQueue;
  readonly #options: CourierOptions;
  /** Claimed, and not recorded yet. */
  readonly #carried = new Set<ClaimedDelivery>();
  /** Those of them that wait for a slot. */
  readonly #ahead = new ClaimedAhead();
  #isFilling = false;
  /** Resolves when everything was sent that has a slot. */
  #starting = Promise.resolve();
  #isWoken = false;
  #isRunning = false;
  #isStopped = false;
  /** Where the last turn found more than it could send, or may have. */
  #crowded: ReadonlySet<EndpointId> = new Set();
  /** Whether a slot that becomes free is wanted. */
  #isCrowded = false;
  #failure: { error: unknown } | undefined;
  /** Where the slots ran out: the next endpoints get the next free ones. */
  #after: EndpointId | undefined;

  constructor(ports: CourierPorts, queue: DeliveryQueue, options: CourierOptions) {
    this.#ports = ports;
    this.#queue = queue;
    this.#options = options;
  }

  wake(): void {
    this.#isWoken = true;
    if (!this.#isRunning && !this.#isStopped) void this.#run();
  }

  /** Wakes it, and throws what failed since the last look. */
  look(): void {
    this.#fill();
    this.wake();
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) throw failure.error;
  }

  offer(due: readonly PendingEndpoint[]): Claim {
    const isBehind = this.#isFull || this.#after !== undefined || this.#isStopped;
    const able = due.filter(
      ({ id, isFailing }) => !(isBehind || isFailing || this.#crowded.has(id) || this.#ahead.has(id)),
    );
    const count = Math.min(AHEAD_MAX, Math.floor((CARRIED_MAX - this.#carried.size) / able.length));
    return this.#openClaim(able.map(({ id: endpointId, merchantId }) => ({ endpointId, merchantId, count })));
  }

  carry(claimed: readonly ClaimedDelivery[]): void {
    for (const delivery of claimed) this.#carried.add(delivery);
    this.#ahead.add(claimed);
    this.#fill();
  }

  /** Starts nothing more, and gives back what is not finished in time. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#giveBack(this.#ahead.drop());
    const { clock } = this.#ports;
    const endMs = clock.nowMs() + STOP_MS_MAX;
    while ((this.#isRunning || this.#carried.size > 0) && clock.nowMs() < endMs) await clock.sleep(STOP_STEP_MS);
    if (this.#carried.size > 0) await this.#queue.release([...this.#carried]);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      while (this.#isWoken && !this.#isStopped) {
        this.#isWoken = false;
        this.#isCrowded = true;
        this.#isCrowded = await this.#turn();
        await this.#ports.clock.sleep(TURN_REST_MS);
      }
    } catch (error) {
      this.#failure = { error };
    }
    this.#isRunning = false;
  }

  /** Results that wait to be recorded hold up the next claims, so that a slow database is not asked for more. */
  get #isFull(): boolean {
    return this.#options.slots.isFull || this.#carried.size >= CARRIED_MAX;
  }

  /** Offers free slots to the endpoints from where the last turn ended to the last one. Returns whether more are wanted. */
  async #turn(): Promise<boolean> {
    if (this.#isFull) return true;
    // The endpoints before that come with the next turn.
    if (this.#after !== undefined) this.#isWoken = true;
    const crowded = new Set<EndpointId>();
    do {
      const nowMs = this.#ports.clock.nowMs();
      const pending = await this.#queue.listPending(this.#after, nowMs, STEP_ENDPOINTS);
      for (const endpoint of pending) if (!endpoint.isEnabled) await this.#giveUp(endpoint, nowMs);
      const { last, wanting } = await this.#claim(
        pending.filter(({ isEnabled, dueSinceMs }) => isEnabled && dueSinceMs !== undefined),
      );
      if (this.#isFull) {
        this.#after = last ?? this.#after;
        return true;
      }
      for (const id of wanting) crowded.add(id);
      this.#after = pending.length < STEP_ENDPOINTS ? undefined : pending.at(-1)?.id;
    } while (this.#after !== undefined && !this.#isStopped);
    this.#crowded = crowded;
    return crowded.size > 0;
  }

  async #giveUp(endpoint: PendingEndpoint, nowMs: number): Promise<void> {
    const count = await this.#queue.giveUp(endpoint, nowMs, GIVEN_UP_PER_STEP);
    if (count === GIVEN_UP_PER_STEP) this.#isWoken = true;
  }

  /** Claims and sends as much as there are slots for. Returns the last endpoint that got any, and those that may want more. */
  async #claim(due: readonly PendingEndpoint[]): Promise<{ last: EndpointId | undefined; wanting: EndpointId[] }> {
    const claim = this.#openClaim(this.#options.slots.take(due));
    const claimed: ClaimedDelivery[] = [];
    let satisfied = new Set<EndpointId>();
    try {
      if (claim.rooms.length > 0) claimed.push(...(await this.#queue.claim(claim)));
    } finally {
      satisfied = this.#freeUnused(claim, claimed);
    }
    for (const delivery of claimed) this.#carried.add(delivery);
    await this.#sendAll(claimed);
    const wanting = due.map(({ id }) => id).filter((id) => !satisfied.has(id));
    return { last: claim.rooms.at(-1)?.endpointId, wanting };
  }

  #openClaim(rooms: readonly Room[]): Claim {
    const { clock, random } = this.#ports;
    const nowMs = clock.nowMs();
    const token = uuidOf(makeId('claim', nowMs, random.bytes(10)));
    return { nowMs, claimedUntilMs: nowMs + LIMITS.deliveryClaimMs, token, rooms };
  }

  /** Returns the endpoints that did not fill their room. */
  #freeUnused({ rooms }: Claim, claimed: readonly ClaimedDelivery[]): Set<EndpointId> {
    const used = Map.groupBy(claimed, ({ endpoint }) => endpoint.id);
    const satisfied = new Set<EndpointId>();
    for (const room of rooms) {
      const unused = room.count - (used.get(room.endpointId)?.length ?? 0);
      this.#options.slots.free(room, unused);
      if (unused > 0) satisfied.add(room.endpointId);
    }
    return satisfied;
  }

  /** Gives free slots to what was claimed ahead. */
  #fill(): void {
    this.#isFilling = false;
    void this.#sendAll(this.#ahead.take(this.#options.slots));
  }

  /** Fills the slots that become free in one turn of the event loop together. */
  #fillSoon(): void {
    if (this.#isFilling || this.#ahead.isEmpty) return;
    this.#isFilling = true;
    setImmediate(() => this.#fill());
  }

  /** Lets any process claim what was not sent. */
  async #giveBack(waiting: readonly ClaimedDelivery[]): Promise<void> {
    if (waiting.length === 0) return;
    for (const delivery of waiting) this.#carried.delete(delivery);
    await this.#queue.release(waiting).catch((error: unknown) => {
      this.#failure = { error };
    });
  }

  /** Starts one in each turn of the event loop, so that a request waits for one at most. */
  #sendAll(claimed: readonly ClaimedDelivery[]): Promise<void> {
    const start = async () => {
      for (const delivery of claimed) {
        void this.#send(delivery);
        await nextTurn();
      }
    };
    this.#starting = this.#starting.then(start);
    return this.#starting;
  }

  async #send(claimed: ClaimedDelivery): Promise<void> {
    const free = () => {
      this.#options.slots.free({ endpointId: claimed.endpoint.id, merchantId: claimed.merchantId }, 1);
      this.#fillSoon();
      if (this.#isCrowded) this.wake();
    };
    if (this.#ports.clock.nowMs() > claimed.claimedUntilMs - LIMITS.deliveryClaimMs + AHEAD_MS_MAX) {
      await this.#giveBack([claimed, ...this.#ahead.drop([claimed.endpoint.id])]);
      free();
      return;
    }
    const result = await deliver(this.#ports, claimed);
    if (result.isDelivered) free();
    const recorded = await this.#record(result);
    if (recorded !== 'lost') this.#options.onResult(result);
    const wasFull = this.#carried.size >= CARRIED_MAX;
    this.#carried.delete(claimed);
    // A slot of an endpoint that fails is free only when everybody can know that it fails.
    if (!result.isDelivered) {
      await this.#giveBack(this.#ahead.drop([claimed.endpoint.id]));
      free();
    }
    const hasRecovered = result.isDelivered && claimed.endpoint.failingSinceMs !== undefined;
    if (recorded === 'released' || hasRecovered || wasFull) this.wake();
  }

  /** Tries again while the claim holds, because a result that is lost means that the event is sent again. */
  async #record(result: DeliveryResult): Promise<Recorded> {
    const { clock } = this.#ports;
    for (;;) {
      try {
        return await this.#queue.record(result, this.#describeDisabled);
      } catch (error) {
        this.#failure = { error };
        if (this.#isStopped || clock.nowMs() >= result.claimed.claimedUntilMs) return 'lost';
        await clock.sleep(RECORD_AGAIN_MS);
      }
    }
  }

  readonly #describeDisabled: DescribeDisabled = (endpoint, { merchantId, livemode }) => {
    const { clock, random } = this.#ports;
    const atMs = clock.nowMs();
    return {
      id: makeId('evt', atMs, random.bytes(10)),
      merchantId,
      livemode,
      type: 'webhook_endpoint.disabled',
      object: this.#ports.presentEndpoint(endpoint, livemode),
      atMs,
    };
  };
}
