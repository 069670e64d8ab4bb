import type { DataStoreId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { LoggedRequest } from '../../domain/requests/logged-request.ts';
import type { RequestEntry } from '../../ports/request-log.ts';
import type { Stores, Tenant } from '../../ports/stores.ts';

/**
 * Collects the calls of merchants' applications, so that no answer waits for its log entry; a worker writes them in batches,
 * one for each database. An entry can be lost, and `lost` counts those.
 */
export class RequestLog {
  readonly #waiting = new Map<DataStoreId | undefined, RequestEntry[]>();
  readonly #opened: (dataStoreId: DataStoreId | undefined) => void;
  #lost = 0;

  /** `opened` is called for each database before its first entry. */
  constructor(opened: (dataStoreId: DataStoreId | undefined) => void) {
    this.#opened = opened;
  }

  get lost(): number {
    return this.#lost;
  }

  note({ merchantId, livemode, dataStoreId }: Tenant, request: LoggedRequest): void {
    const waiting = this.#waiting.get(dataStoreId) ?? this.#open(dataStoreId);
    if (waiting.length >= LIMITS.requestLogWaitingMax) {
      waiting.shift();
      this.#lost += 1;
    }
    waiting.push({ merchantId, livemode, request });
  }

  /** Writes one batch. It is not written again if that fails: the entries after it matter as much. */
  async write(stores: Pick<Stores, 'writeRequests'>, dataStoreId: DataStoreId | undefined): Promise<void> {
    const batch = this.#waiting.get(dataStoreId)?.splice(0, LIMITS.requestLogBatchRowsMax) ?? [];
    if (batch.length === 0) return;
    try {
      await stores.writeRequests(dataStoreId, batch);
    } catch (error) {
      this.#lost += batch.length;
      throw error;
    }
  }

  /** Writes everything that waits, before the process ends. A database that fails loses the rest of its entries. */
  async flush(stores: Pick<Stores, 'writeRequests'>): Promise<void> {
    const flushOne = async (dataStoreId: DataStoreId | undefined, waiting: readonly RequestEntry[]) => {
      while (waiting.length > 0) await this.write(stores, dataStoreId);
    };
    await Promise.allSettled([...this.#waiting].map(([dataStoreId, waiting]) => flushOne(dataStoreId, waiting)));
  }

  #open(dataStoreId: DataStoreId | undefined): RequestEntry[] {
    const waiting: RequestEntry[] = [];
    this.#waiting.set(dataStoreId, waiting);
    this.#opened(dataStoreId);
    return waiting;
  }
}
