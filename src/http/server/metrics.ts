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
import { NODE_STATES } from '../../domain/networks/node-state.ts';
import { SERVER_VERSION } from '../../domain/version.ts';
import type { DeliveryResult } from '../../ports/delivery-queue.ts';
import type { NetworkView } from '../../usecases/networks/view-networks.ts';
import type { QueueView } from '../../usecases/webhooks/view-queues.ts';
import { watchTogether } from './watch-together.ts';

/** What one of several processes has counted. */
export type MetricsReport = MetricObjectWithValues<MetricValue<string>>[];

/** The Prometheus metrics. No label contains a key, a merchant or anything that a client can choose. */
/** Of several processes, the highest value counts: an average hides one that is blocked, and memory is limited per process. */
const OF_ONE_PROCESS = ['florin_process_resident_memory_bytes', 'florin_nodejs_eventloop_lag_p99_seconds'];

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
  readonly #commits = new Histogram({
    name: 'florin_batch_commit_seconds',
    help: 'Time that the database took for one group commit',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
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
  readonly #attemptSeconds = new Histogram({
    name: 'florin_webhook_attempt_seconds',
    help: 'Time that one attempt took, from looking up the name to the end of the response',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [this.#registry],
  });

  readonly #mails = new Counter({
    name: 'florin_mails_total',
    help: 'Attempts to send emails: sent, to be tried again, failed for the last time, or nothing to send',
    labelNames: ['result'] as const,
    registers: [this.#registry],
  });

  /** The series by route and status, because a lookup by labels costs more than counting. */
  readonly #children = new Map<string, { count: Counter.Internal; duration: Histogram.Internal<'route'> }>();

  constructor(roles: readonly string[]) {
    collectDefaultMetrics({ register: this.#registry, prefix: 'florin_' });
    for (const name of OF_ONE_PROCESS) Object.assign(this.#registry.getSingleMetric(name) ?? {}, { aggregator: 'max' });
    new Gauge({
      name: 'florin_info',
      help: 'Always 1: the version and the roles of the process',
      labelNames: ['version', 'roles'] as const,
      registers: [this.#registry],
      aggregator: 'first',
    }).set({ version: SERVER_VERSION, roles: roles.join(',') }, 1);
  }

  get registry(): Registry {
    return this.#registry;
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

  observeBatch(rows: number, seconds: number): void {
    this.#batchRows.observe(rows);
    this.#commits.observe(seconds);
  }

  observeDelivery({ claimed, attempt, isDelivered, nextAttemptAtMs, endedAtMs }: DeliveryResult): void {
    const retried = nextAttemptAtMs === undefined ? 'failed' : 'retried';
    this.#attempts.inc({ result: isDelivered ? 'delivered' : retried });
    this.#attemptSeconds.observe(attempt.ms / 1_000);
    // What is sent again says nothing about how long events take.
    if (isDelivered && claimed.isOrdered) this.#deliveries.observe((endedAtMs - timeOf(claimed.eventId)) / 1_000);
  }

  /** Prometheus reads how busy the server is with every scrape. A stream is no request that is worked on. */
  watchTraffic({
    connections,
    streams,
  }: {
    connections: { count: number; running: number };
    streams: { count: number };
  }): void {
    this.watch(
      'florin_http_requests_in_flight',
      'Requests without a complete answer, event streams left out and the scrape included',
      () => Math.max(0, connections.running - streams.count),
    );
    this.watch('florin_http_connections', 'Open connections of clients', () => connections.count);
    this.watch('florin_event_streams', 'Open event streams', () => streams.count);
  }

  /** A value that Prometheus reads with every scrape. */
  watch(name: string, help: string, read: () => number): void {
    const gauge = new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect() {
        gauge.set(read());
      },
    });
  }

  /** Prometheus reads what waits in the queues of all databases with every scrape. */
  watchQueues(read: () => Promise<QueueView>): void {
    watchTogether(this.#registry, read, [
      {
        name: 'florin_event_oldest_undispatched_seconds',
        help: 'Age of the oldest event that has no number yet',
        labelNames: [],
        valuesOf: ({ undispatchedSeconds: value }) => [{ labels: {}, value }],
      },
      {
        name: 'florin_webhook_oldest_due_seconds',
        help: 'How long a delivery has waited that could be sent, by whether its endpoint works',
        labelNames: ['endpoints'],
        valuesOf: ({ dueSeconds }) =>
          Object.entries(dueSeconds).map(([endpoints, value]) => ({ labels: { endpoints }, value })),
      },
      {
        name: 'florin_webhook_deliveries_pending',
        help: 'Deliveries of webhooks that have not ended, up to a hundred thousand in each database',
        labelNames: [],
        valuesOf: ({ pending: value }) => [{ labels: {}, value }],
      },
      {
        name: 'florin_mail_oldest_waiting_seconds',
        help: 'Age of the oldest email that waits to be sent',
        labelNames: [],
        valuesOf: ({ mails }) => [{ labels: {}, value: mails.oldestSeconds }],
      },
      {
        name: 'florin_mails_waiting',
        help: 'Emails that wait to be sent, up to a hundred thousand',
        labelNames: [],
        valuesOf: ({ mails }) => [{ labels: {}, value: mails.waiting }],
      },
    ]);
  }

  observeMail(result: string): void {
    this.#mails.inc({ result });
  }

  /** Prometheus reads the state of the database connections with every scrape. */
  watchPools(read: () => Record<string, { total: number; idle: number; waiting: number }>): void {
    const gauge = new Gauge({
      name: 'florin_database_connections',
      help: 'Connections of each pool to the main database, and what waits for one',
      labelNames: ['pool', 'state'] as const,
      registers: [this.#registry],
      collect() {
        for (const [pool, counts] of Object.entries(read()))
          for (const [state, count] of Object.entries(counts)) gauge.set({ pool, state }, count);
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

  /** Prometheus reads the state of each network and its nodes with every scrape. */
  watchNetworks(read: () => Promise<NetworkView[]>): void {
    watchTogether(this.#registry, read, [
      networkGauge(
        'florin_network_lag_seconds',
        'Seconds since a network was last read completely',
        (view) => view.lagSeconds,
      ),
      networkGauge(
        'florin_network_visible',
        '1 if a network can be seen, 0 if payments on it may be missed',
        ({ state }) => Number(state === 'ok'),
      ),
      networkGauge(
        'florin_network_distrusted',
        '1 if a network’s nodes contradict themselves and no payment is credited',
        ({ state }) => Number(state === 'distrusted'),
      ),
      {
        name: 'florin_network_nodes',
        help: 'Nodes of a network by their state',
        labelNames: ['network', 'state'],
        valuesOf: (views) => views.flatMap(countNodes),
      },
    ]);
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

const countNodes = ({ network, nodes }: NetworkView) =>
  NODE_STATES.map((state) => ({
    labels: { network, state },
    value: nodes.filter((node) => node.state === state).length,
  }));

const networkGauge = (name: string, help: string, valueOf: (view: NetworkView) => number | undefined) => ({
  name,
  help,
  labelNames: ['network'],
  valuesOf: (views: readonly NetworkView[]) =>
    views.flatMap((view) => {
      const value = valueOf(view);
      return value === undefined ? [] : [{ labels: { network: view.network }, value }];
    }),
});
