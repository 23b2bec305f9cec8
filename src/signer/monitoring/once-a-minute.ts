/** Merges equal log entries: a fault of a page or of a set-up occurs for every visitor, and one line a minute is enough. */

/** Equal entries within this time are merged. Milliseconds. */
const SAME = 60_000;
/** How many different entries are remembered. */
const REMEMBERED = 500;

/** Returns the number of equal entries since the last line, including this one; undefined while no line is due. */
type OnceAMinute = (key: string) => number | undefined;

export function createOnceAMinute({ now }: { now(): number }): OnceAMinute {
  const known = new Map<string, { until: number; merged: number }>();
  return (key) => {
    const seen = known.get(key);
    if (seen && now() < seen.until) {
      seen.merged += 1;
      return undefined;
    }
    known.delete(key);
    known.set(key, { until: now() + SAME, merged: 0 });
    if (known.size > REMEMBERED) known.delete(known.keys().next().value ?? '');
    return (seen?.merged ?? 0) + 1;
  };
}
