import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';
import { type BucketSize, fullBucket, isFull, type TokenBucket, takeToken, tokensAt } from './token-bucket.ts';

const BUCKETS_MAX = 100_000;
/** How many buckets are looked at to make room for a new one. */
const LOOKS_MAX = 8;

export const perSecond = (count: number): BucketSize => ({ perSecond: count, capacity: count * LIMITS.burstFactor });

export const perMinute = (count: number): BucketSize => ({ perSecond: count / 60, capacity: count });

/**
 * Token buckets by key, in the memory of this process. Only a bucket that is full again is dropped to make room, so nobody
 * can reset a count by using many keys. While there is no room, new keys share one bucket.
 */
export class RateLimit {
  readonly #size: BucketSize;
  readonly #policy: string;
  readonly #name: string;
  readonly #bucketsMax: number;
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #shared: TokenBucket;

  constructor(name: string, size: BucketSize, bucketsMax = BUCKETS_MAX) {
    this.#name = name;
    this.#size = size;
    this.#bucketsMax = bucketsMax;
    this.#shared = fullBucket(size, 0);
    const windowSeconds = Math.max(1, Math.round(size.capacity / size.perSecond));
    this.#policy = `"${name}";q=${Math.floor(size.capacity)};w=${windowSeconds}`;
  }

  /** Takes one token. Returns 0, or the milliseconds to wait. */
  take(key: string, nowMs: number): number {
    return takeToken(this.#bucketOf(key, nowMs), this.#size, nowMs);
  }

  /** Takes one token. Returns the error for the client if there is none. */
  count(key: string, nowMs: number, headers: Record<string, string> = {}): Problem | undefined {
    const waitMs = this.take(key, nowMs);
    return waitMs === 0 ? undefined : rateLimitError(waitMs, { ...headers, ...this.headers(key, waitMs) });
  }

  /** How many tokens are left. */
  remaining(key: string, nowMs: number): number {
    const isRoomy = this.#buckets.size < this.#bucketsMax;
    const bucket = this.#buckets.get(key) ?? (isRoomy ? fullBucket(this.#size, nowMs) : this.#shared);
    return Math.floor(tokensAt(bucket, this.#size, nowMs));
  }

  /** The headers that tell a client its remaining tokens. */
  headers(key: string, waitMs = 0): Record<string, string> {
    const { tokens } = this.#buckets.get(key) ?? this.#shared;
    const remaining = Math.max(0, Math.floor(tokens));
    const resetSeconds = Math.ceil(Math.max(waitMs, 1) / 1_000);
    return { ratelimit: `"${this.#name}";r=${remaining};t=${resetSeconds}`, 'ratelimit-policy': this.#policy };
  }

  #bucketOf(key: string, nowMs: number): TokenBucket {
    const known = this.#buckets.get(key);
    if (known) return known;
    if (this.#buckets.size >= this.#bucketsMax) this.#dropFull(nowMs);
    if (this.#buckets.size >= this.#bucketsMax) return this.#shared;
    const bucket = fullBucket(this.#size, nowMs);
    this.#buckets.set(key, bucket);
    return bucket;
  }

  /** Looks at the first few buckets. Those that are not full go to the end, so that the next look finds others. */
  #dropFull(nowMs: number): void {
    for (const [key, bucket] of this.#buckets.entries().take(LOOKS_MAX).toArray()) {
      this.#buckets.delete(key);
      if (!isFull(bucket, this.#size, nowMs)) this.#buckets.set(key, bucket);
    }
  }
}

export const rateLimitError = (waitMs: number, headers: Record<string, string>) =>
  new Problem('rate_limited', 'Too many requests. Wait for the seconds in Retry-After, then retry.', {
    headers: { 'retry-after': String(Math.ceil(waitMs / 1_000)), ...headers },
  });
