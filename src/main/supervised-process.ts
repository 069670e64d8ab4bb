import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { UNREACHABLE } from '../cli/exit-code.ts';
import { UserError } from '../domain/user-error.ts';
import type { MetricsReport } from '../http/server/metrics.ts';
import type { Notice, Order } from './process-messages.ts';

const RESTART_MS_MIN = 100;
const RESTART_MS_MAX = 5_000;
/** A process that has run for this long is started again without delay. */
const STEADY_MS = 60_000;
/** A process that is too busy to report is left out of the metrics. */
const REPORT_MS_MAX = 2_000;

/** A process that serves requests, and is started again whenever it ends until it is told to stop. */
export class SupervisedProcess {
  readonly #env: Record<string, string>;
  readonly #logger: Logger;
  readonly #onCollect: (asking: SupervisedProcess) => void;
  readonly #ending = new AbortController();
  readonly #served = Promise.withResolvers<void>();
  readonly #reports = new Map<number, (report: MetricsReport | undefined) => void>();
  #worker: Worker | undefined;
  #isServing = false;
  #rounds = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(
    env: Record<string, string>,
    logger: Logger,
    /** Called when the process asks for the metrics of all. */
    onCollect: (asking: SupervisedProcess) => void,
  ) {
    this.#env = env;
    this.#logger = logger;
    this.#onCollect = onCollect;
  }

  get isServing(): boolean {
    return this.#isServing;
  }

  /**
   * Resolves when it serves, and never if it was told to stop before. Rejects if it must serve at once and ends instead,
   * because starting it again would not help.
   */
  start({ mustServe }: { mustServe: boolean }): Promise<void> {
    this.#running = this.#keepRunning(mustServe);
    return this.#served.promise;
  }

  send(order: Order): void {
    // A process that has just ended takes no message, which is no error.
    this.#worker?.send(order, undefined, undefined, () => undefined);
  }

  /** Its metrics; undefined if it does not serve, or does not answer in time. */
  async report(): Promise<MetricsReport | undefined> {
    if (!this.#isServing) return undefined;
    this.#rounds += 1;
    const round = this.#rounds;
    const timeout = setTimeout(() => this.#answer(round, undefined), REPORT_MS_MAX);
    const report = new Promise<MetricsReport | undefined>((resolve) => this.#reports.set(round, resolve));
    this.send({ florin: 'report', round });
    return report.finally(() => clearTimeout(timeout));
  }

  /** Tells it to stop, and ends it if it has not after this time. */
  async stop(msMax: number): Promise<void> {
    this.#ending.abort();
    this.#worker?.process.kill('SIGTERM');
    const force = setTimeout(() => this.#worker?.process.kill('SIGKILL'), msMax);
    await this.#running;
    clearTimeout(force);
  }

  async #keepRunning(mustServe: boolean): Promise<void> {
    const { signal } = this.#ending;
    let restartMs = RESTART_MS_MIN;
    while (!signal.aborted) {
      const startedAtMs = performance.now();
      const end = await this.#runOnce();
      if (signal.aborted) return;
      if (mustServe && !end.hasServed) {
        this.#served.reject(explainEnd(end.code));
        return;
      }
      if (performance.now() - startedAtMs >= STEADY_MS) restartMs = RESTART_MS_MIN;
      const { pid, code, signal: by } = end;
      this.#logger.error({ pid, code, signal: by, restart_ms: restartMs }, 'process ended');
      await sleep(restartMs, undefined, { signal }).catch(() => undefined);
      restartMs = Math.min(2 * restartMs, RESTART_MS_MAX);
    }
  }

  async #runOnce() {
    const worker = cluster.fork(this.#env);
    const { pid } = worker.process;
    let hasServed = false;
    this.#worker = worker;
    worker.once('listening', () => {
      hasServed = true;
      this.#isServing = true;
      this.#served.resolve();
    });
    worker.on('message', (notice: Notice) => {
      if (notice.florin === 'collect') this.#onCollect(this);
      else this.#answer(notice.round, notice.report);
    });
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
      worker.once('exit', (exitCode, by) => resolve([exitCode, by]));
      // It could not be started.
      worker.once('error', () => resolve([null, null]));
    });
    this.#worker = undefined;
    this.#isServing = false;
    for (const round of this.#reports.keys()) this.#answer(round, undefined);
    return { pid, code, signal, hasServed };
  }

  #answer(round: number, report: MetricsReport | undefined): void {
    this.#reports.get(round)?.(report);
    this.#reports.delete(round);
  }
}

/** The process itself has said why. */
const explainEnd = (code: number | null): UserError =>
  new UserError('Florin did not start.', code === UNREACHABLE ? 'unreachable' : undefined);
