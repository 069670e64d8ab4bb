import { type BucketSize, fullBucket, type TokenBucket, takeToken } from './token-bucket.ts';

const BUCKETS_MAX = 100_000;

/** Token buckets by key, in the memory of this process. The oldest is dropped when there are too many. */
export class RateLimit {
  readonly #size: BucketSize;
  readonly #policy: string;
  readonly #name: string;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(name: string, size: BucketSize) {
    this.#name = name;
    this.#size = size;
    const windowSeconds = Math.max(1, Math.round(size.capacity / size.perSecond));
    this.#policy = `"${name}";q=${Math.floor(size.capacity)};w=${windowSeconds}`;
  }

  /** Takes one token. Returns 0, or the milliseconds to wait. */
  take(key: string, nowMs: number): number {
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      if (this.#buckets.size >= BUCKETS_MAX) this.#dropOldest();
      bucket = fullBucket(this.#size, nowMs);
      this.#buckets.set(key, bucket);
    }
    return takeToken(bucket, this.#size, nowMs);
  }

  /** The headers that tell a client its remaining tokens. */
  headers(key: string, waitMs = 0): Record<string, string> {
    const remaining = Math.max(0, Math.floor(this.#buckets.get(key)?.tokens ?? this.#size.capacity));
    const resetSeconds = Math.ceil(Math.max(waitMs, 1) / 1_000);
    return { ratelimit: `"${this.#name}";r=${remaining};t=${resetSeconds}`, 'ratelimit-policy': this.#policy };
  }

  #dropOldest(): void {
    const oldest = this.#buckets.keys().next();
    if (!oldest.done) this.#buckets.delete(oldest.value);
  }
}
