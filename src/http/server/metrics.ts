import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { timeOf } from '../../domain/ids.ts';
import type { DeliveryResult } from '../../ports/delivery-queue.ts';

/** What one of several processes has counted. */
export type MetricsReport = MetricObjectWithValues<MetricValue<string>>[];

/** The Prometheus metrics. No label contains a key, a merchant or anything that a client can choose. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: 'florin_http_requests_total',
    help: 'Answered requests',
    labelNames: ['route', 'status'] as const,
    registers: [this.#registry],
  });
  readonly #durations = new Histogram({
    name: 'florin_http_request_duration_seconds',
    help: 'Time from the request’s headers to its answer',
    labelNames: ['route'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.#registry],
  });
  readonly #batchRows = new Histogram({
    name: 'florin_batch_rows',
    help: 'Payment intents written by one group commit',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers: [this.#registry],
  });

  readonly #attempts = new Counter({
    name: 'florin_webhook_attempts_total',
    help: 'Attempts to deliver webhooks: delivered, to be tried again, or failed for the last time',
    labelNames: ['result'] as const,
    registers: [this.#registry],
  });
  readonly #deliveries = new Histogram({
    name: 'florin_webhook_delivery_seconds',
    help: 'Time from an event of a payment intent to its delivery to an endpoint',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 600, 3_600],
    registers: [this.#registry],
  });

  /** The series by route and status, because a lookup by labels costs more than counting. */
  readonly #children = new Map<string, { count: Counter.Internal; duration: Histogram.Internal<'route'> }>();

  constructor() {
    collectDefaultMetrics({ register: this.#registry, prefix: 'florin_' });
  }

  observeRequest(route: string, status: number, seconds: number): void {
    const name = `${status} ${route}`;
    let children = this.#children.get(name);
    if (!children) {
      children = { count: this.#requests.labels({ route, status }), duration: this.#durations.labels({ route }) };
      this.#children.set(name, children);
    }
    children.count.inc();
    children.duration.observe(seconds);
  }

  observeBatch(rows: number): void {
    this.#batchRows.observe(rows);
  }

  observeDelivery({ claimed, isDelivered, nextAttemptAtMs, endedAtMs }: DeliveryResult): void {
    const retried = nextAttemptAtMs === undefined ? 'failed' : 'retried';
    this.#attempts.inc({ result: isDelivered ? 'delivered' : retried });
    // What is sent again says nothing about how long events take.
    if (isDelivered && claimed.isOrdered) this.#deliveries.observe((endedAtMs - timeOf(claimed.eventId)) / 1_000);
  }

  /** Prometheus reads the count of pending deliveries with every scrape. */
  watchDeliveries(read: () => Promise<number>): void {
    const gauge = new Gauge({
      name: 'florin_webhook_deliveries_pending',
      help: 'Deliveries of webhooks that have not ended, up to a hundred thousand in each database',
      aggregator: 'max',
      registers: [this.#registry],
      async collect() {
        gauge.set(await read().catch(() => Number.NaN));
      },
    });
  }

  /** Prometheus reads the state of the database connections with every scrape. */
  watchPools(read: () => { total: number; idle: number; waiting: number }): void {
    const gauge = new Gauge({
      name: 'florin_database_connections',
      help: 'Connections of the main database’s pools, and requests waiting for one',
      labelNames: ['state'] as const,
      registers: [this.#registry],
      collect() {
        for (const [state, count] of Object.entries(read())) gauge.set({ state }, count);
      },
    });
  }

  /** Prometheus reads how many entries of the request log were lost with every scrape. */
  watchRequestLog(read: () => number): void {
    const counter = new Counter({
      name: 'florin_request_log_lost_total',
      help: 'Requests that the request log lacks, because too many waited or a database did not take them',
      registers: [this.#registry],
      collect() {
        counter.reset();
        counter.inc(read());
      },
    });
  }

  /** Prometheus reads the lag of each network with every scrape. */
  watchNetworks(read: () => Promise<{ network: string; state: string; lagSeconds: number | undefined }[]>): void {
    const lag = new Gauge({
      name: 'florin_network_lag_seconds',
      help: 'Seconds since a network was last read completely',
      aggregator: 'max',
      labelNames: ['network'] as const,
      registers: [this.#registry],
    });
    const distrusted = new Gauge({
      name: 'florin_network_distrusted',
      help: '1 if a network’s nodes contradict themselves and no payment is credited',
      aggregator: 'max',
      labelNames: ['network'] as const,
      registers: [this.#registry],
      async collect() {
        const networks = await read().catch(() => []);
        for (const { network, state, lagSeconds } of networks) {
          if (lagSeconds !== undefined) lag.set({ network }, lagSeconds);
          distrusted.set({ network }, state === 'distrusted' ? 1 : 0);
        }
      },
    });
  }

  /** Prometheus reads whether each role has a process with every scrape. */
  watchRoles(read: () => Promise<{ role: string; isRunning: boolean }[]>): void {
    const gauge = new Gauge({
      name: 'florin_role_running',
      help: '1 if a process with the role has reported lately, on any node',
      aggregator: 'max',
      labelNames: ['role'] as const,
      registers: [this.#registry],
      async collect() {
        for (const { role, isRunning } of await read().catch(() => [])) gauge.set({ role }, isRunning ? 1 : 0);
      },
    });
  }

  /** For the sum with those of other processes. */
  report(): Promise<MetricsReport> {
    return this.#registry.getMetricsAsJSON();
  }

  /** Counters are added; what all processes read from the same database is not. */
  static async sum(reports: readonly MetricsReport[]): Promise<{ contentType: string; text: string }> {
    const registry = AggregatorRegistry.aggregate([...reports]);
    return { contentType: registry.contentType, text: await registry.metrics() };
  }

  async read(): Promise<{ contentType: string; text: string }> {
    return { contentType: this.#registry.contentType, text: await this.#registry.metrics() };
  }
}
