/** Refills at a steady rate, and allows a burst of `capacity`. */
export interface TokenBucket {
  tokens: number;
  filledAtMs: number;
}

export interface BucketSize {
  perSecond: number;
  capacity: number;
}

export const fullBucket = (size: BucketSize, nowMs: number): TokenBucket => ({
  tokens: size.capacity,
  filledAtMs: nowMs,
});

/** The tokens that are left. */
export function tokensAt(bucket: TokenBucket, size: BucketSize, nowMs: number): number {
  const elapsedMs = Math.max(0, nowMs - bucket.filledAtMs);
  return Math.min(size.capacity, bucket.tokens + (elapsedMs * size.perSecond) / 1_000);
}

/** Whether nothing is lost when the bucket is replaced with a new one. */
export const isFull = (bucket: TokenBucket, size: BucketSize, nowMs: number): boolean =>
  tokensAt(bucket, size, nowMs) >= size.capacity;

/** Takes one token. Returns 0, or the milliseconds until a token is available. */
export function takeToken(bucket: TokenBucket, size: BucketSize, nowMs: number): number {
  bucket.tokens = tokensAt(bucket, size, nowMs);
  bucket.filledAtMs = Math.max(bucket.filledAtMs, nowMs);
  if (bucket.tokens >= 1) {
    bucket.tokens -= 1;
    return 0;
  }
  return Math.ceil(((1 - bucket.tokens) * 1_000) / size.perSecond);
}
