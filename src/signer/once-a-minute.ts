/** Merges equal log entries, so that one fault of a page or of a set-up, met by every visitor, is one line a minute. */

/** Equal entries within this time are merged. Milliseconds. */
const SAME = 60_000;
/** How many different entries are remembered. */
const REMEMBERED = 500;

/** Returns how often the entry came since the last line of it, this time included; undefined while no line is due. */
export type OnceAMinute = (key: string) => number | undefined;

export function createOnceAMinute({ now }: { now(): number }): OnceAMinute {
  const known = new Map<string, { until: number; untold: number }>();
  return (key) => {
    const seen = known.get(key);
    if (seen && now() < seen.until) {
      seen.untold += 1;
      return undefined;
    }
    known.delete(key);
    known.set(key, { until: now() + SAME, untold: 0 });
    if (known.size > REMEMBERED) known.delete(known.keys().next().value ?? '');
    return (seen?.untold ?? 0) + 1;
  };
}
