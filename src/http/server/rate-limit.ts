import { type BucketSize, fullBucket, type TokenBucket, takeToken } from './token-bucket.ts';

const BUCKETS_MAX = 100_000;

/** Counts in this process's memory, a bucket per name; a full bucket that nobody used lately is forgotten. */
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

  /** Takes one; returns how many milliseconds to wait, 0 when it was there. */
  take(key: string, nowMs: number): number {
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      if (this.#buckets.size >= BUCKETS_MAX) this.#forgetOldest();
      bucket = fullBucket(this.#size, nowMs);
      this.#buckets.set(key, bucket);
    }
    return takeToken(bucket, this.#size, nowMs);
  }

  /** The header fields by which a client can pace itself. */
  headers(key: string, waitMs = 0): Record<string, string> {
    const remaining = Math.max(0, Math.floor(this.#buckets.get(key)?.tokens ?? this.#size.capacity));
    const resetSeconds = Math.ceil(Math.max(waitMs, 1) / 1_000);
    return { ratelimit: `"${this.#name}";r=${remaining};t=${resetSeconds}`, 'ratelimit-policy': this.#policy };
  }

  #forgetOldest(): void {
    const oldest = this.#buckets.keys().next();
    if (!oldest.done) this.#buckets.delete(oldest.value);
  }
}
