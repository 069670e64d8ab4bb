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

/** Takes one token. Returns 0, or the milliseconds until a token is available. */
export function takeToken(bucket: TokenBucket, size: BucketSize, nowMs: number): number {
  const elapsedMs = Math.max(0, nowMs - bucket.filledAtMs);
  bucket.tokens = Math.min(size.capacity, bucket.tokens + (elapsedMs * size.perSecond) / 1_000);
  bucket.filledAtMs = Math.max(bucket.filledAtMs, nowMs);
  if (bucket.tokens >= 1) {
    bucket.tokens -= 1;
    return 0;
  }
  return Math.ceil(((1 - bucket.tokens) * 1_000) / size.perSecond);
}
