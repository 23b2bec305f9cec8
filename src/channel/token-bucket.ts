/** A limit: a burst, and a rate for each second. */
export interface BucketSize {
  readonly capacity: number;
  readonly perSecond: number;
}

/**
 * Creates a function that returns whether one more event may pass.
 * @param now seconds of a monotonic clock
 */
export function createTokenBucket(
  { capacity, perSecond }: BucketSize,
  now = () => performance.now() / 1000,
): () => boolean {
  let level = capacity;
  let filledAt = now();
  return () => {
    const at = now();
    level = Math.min(capacity, level + (at - filledAt) * perSecond);
    filledAt = at;
    if (level < 1) return false;
    level -= 1;
    return true;
  };
}
