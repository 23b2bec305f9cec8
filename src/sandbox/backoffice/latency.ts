/** Latency of calls: median and 95th percentile. */
import type { Latency } from './data-api.js';

const PERCENT = 100;

/** The nearest-rank percentile of ascending numbers. */
function percentile(sorted: readonly number[], percent: number): number {
  return sorted[Math.ceil((sorted.length * percent) / PERCENT) - 1] ?? 0;
}

/**
 * Sums up durations in milliseconds; null without any.
 *
 * @example
 * latencyOf([10, 20, 1_000]); // { calls: 3, median: 20, p95: 1000 }
 */
export function latencyOf(durations: readonly number[]): Latency | null {
  if (durations.length === 0) return null;
  const sorted = [...durations].sort((one, other) => one - other);
  return { calls: sorted.length, median: percentile(sorted, 50), p95: percentile(sorted, 95) };
}
