import { ChainError } from '../domain/networks/chain-error.ts';
import type { Clock } from '../ports/clock.ts';
import type { LoopObserver } from './loop.ts';

/** A failure that lasts is logged again after this time. */
const REPEAT_MS = 60_000;
const UNSEEN = 'network cannot be seen';

interface Writer {
  error(members: object, title: string): void;
  info(members: object, title: string): void;
}

interface Failure {
  sinceMs: number;
  loggedAtMs: number;
}

/** Logs a failure when it begins, once a minute while it lasts, and when it is over, however often the loop runs. */
export class FailureLog implements LoopObserver {
  readonly #writer: Writer;
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #worker: Record<string, string>;
  /** By title, because a network and a database can fail in turn. */
  readonly #lasting = new Map<string, Failure>();

  /** `worker` names the loop, in every line. */
  constructor(
    writer: Writer,
    clock: Pick<Clock, 'nowMs'>,
    worker: { worker: string; network?: string; dataStore?: string },
  ) {
    this.#writer = writer;
    this.#clock = clock;
    this.#worker = { ...worker };
  }

  failed(error: unknown): void {
    const nowMs = this.#clock.nowMs();
    const { title, members } = describe(error);
    const known = this.#lasting.get(title);
    if (known && nowMs - known.loggedAtMs < REPEAT_MS) return;
    const { sinceMs } = known ?? { sinceMs: nowMs };
    this.#lasting.set(title, { sinceMs, loggedAtMs: nowMs });
    this.#writer.error({ ...this.#worker, seconds: secondsBetween(sinceMs, nowMs), ...members }, title);
  }

  succeeded(): void {
    const nowMs = this.#clock.nowMs();
    for (const [title, { sinceMs }] of this.#lasting)
      this.#writer.info({ ...this.#worker, seconds: secondsBetween(sinceMs, nowMs) }, endOf(title));
    this.#lasting.clear();
  }
}

/** A network's nodes are described by a sentence. Anything else needs its stack. */
function describe(error: unknown): { title: string; members: object } {
  if (error instanceof ChainError) return { title: UNSEEN, members: { kind: error.kind, detail: error.message } };
  const title = error instanceof AggregateError ? error.message : 'worker failed';
  return { title, members: { err: error } };
}

const endOf = (title: string) => (title === UNSEEN ? 'network can be seen again' : `recovered: ${title}`);

const secondsBetween = (fromMs: number, toMs: number) => Math.round((toMs - fromMs) / 1_000);
