import { Counter, Histogram, type Registry } from 'prom-client';
import { ChainError } from '../domain/networks/chain-error.ts';

type Task<Result> = () => Promise<Result>;

/** Rate, errors and duration of what the workers do. */
export class WorkerMetrics {
  readonly #rounds: Counter<'worker' | 'result'>;
  readonly #roundSeconds: Histogram<'worker'>;
  readonly #scans: Counter<'network' | 'result'>;
  readonly #scanSeconds: Histogram<'network'>;
  readonly #calls: Counter<'network' | 'result'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#rounds = new Counter({
      name: 'florin_worker_rounds_total',
      help: 'Rounds of each worker that did something: ok or failed',
      labelNames: ['worker', 'result'] as const,
      registers,
    });
    this.#roundSeconds = new Histogram({
      name: 'florin_worker_round_seconds',
      help: 'Time that one round of a worker took',
      labelNames: ['worker'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    });
    this.#scans = new Counter({
      name: 'florin_network_scans_total',
      help: 'Scans of each network: ok, away, distrusted, unreadable (some wallets) or failed (a database)',
      labelNames: ['network', 'result'] as const,
      registers,
    });
    this.#scanSeconds = new Histogram({
      name: 'florin_network_scan_seconds',
      help: 'Time that one scan of a network took',
      labelNames: ['network'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    });
    this.#calls = new Counter({
      name: 'florin_network_node_calls_total',
      help: 'Calls to the nodes of each network: answered, failed or limited',
      labelNames: ['network', 'result'] as const,
      registers,
    });
  }

  /** Counts and times the rounds of a worker. A round that returns false did nothing. */
  timeRounds<Result>(worker: string, task: Task<Result>): Task<Result> {
    return this.#time(task, (seconds, error) => {
      this.#rounds.inc({ worker, result: error === undefined ? 'ok' : 'failed' });
      this.#roundSeconds.observe({ worker }, seconds);
    });
  }

  /** The same for the scans of a network. */
  timeScans<Result>(network: string, task: Task<Result>): Task<Result> {
    return this.#time(task, (seconds, error) => {
      this.#scans.inc({ network, result: error === undefined ? 'ok' : kindOf(error) });
      this.#scanSeconds.observe({ network }, seconds);
    });
  }

  observeNodeCall(network: string, result: 'answered' | 'failed' | 'limited'): void {
    this.#calls.inc({ network, result });
  }

  #time<Result>(task: Task<Result>, observe: (seconds: number, error: unknown) => void): Task<Result> {
    return async () => {
      const startMs = performance.now();
      const secondsNow = () => (performance.now() - startMs) / 1_000;
      try {
        const result = await task();
        if (result !== false) observe(secondsNow(), undefined);
        return result;
      } catch (error) {
        observe(secondsNow(), error ?? new Error('unknown'));
        throw error;
      }
    };
  }
}

function kindOf(error: unknown): string {
  if (error instanceof ChainError) return error.kind;
  return error instanceof AggregateError && error.errors.every((one) => one instanceof ChainError)
    ? 'unreadable'
    : 'failed';
}
