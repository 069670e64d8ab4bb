import type { IntentRequest } from '../../domain/intents/intent-request.ts';

/** An object of parsed JSON takes about three times the memory of its text. */
const BYTES_PER_CHARACTER = 4;

export interface KeptRequest {
  requestBody: string;
  request: IntentRequest;
}

/**
 * Create requests by intent. They change only when personal data is erased, and most of what an intent holds is its request, so reading an intent again
 * needs only the rest. When they take too much memory, those that were read first go first.
 */
export class KeptRequests {
  readonly #bytesMax: number;
  readonly #kept = new Map<string, KeptRequest>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get(id: string): KeptRequest | undefined {
    return this.#kept.get(id);
  }

  forget(id: string): void {
    const request = this.#kept.get(id);
    if (request && this.#kept.delete(id)) this.#bytes -= sizeOf(request);
  }

  keep(id: string, request: KeptRequest): void {
    if (this.#kept.has(id)) return;
    this.#kept.set(id, request);
    this.#bytes += sizeOf(request);
    for (const [oldest, { requestBody }] of this.#kept) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#kept.delete(oldest);
      this.#bytes -= sizeOf({ requestBody });
    }
  }
}

const sizeOf = ({ requestBody }: Pick<KeptRequest, 'requestBody'>): number => requestBody.length * BYTES_PER_CHARACTER;
