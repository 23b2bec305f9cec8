/** How much is let through: so much at once, then so much a second. */
export interface BucketSize {
  readonly capacity: number;
  readonly perSecond: number;
}

/**
 * Answers whether one more may pass.
 * @param now seconds on a clock that never goes back
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
