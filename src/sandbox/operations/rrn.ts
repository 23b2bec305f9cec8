/** Retrieval reference numbers: 12 digits that identify a transaction at a bank. */
import { writeLocalTime } from '../../wire/rest/local-time.js';

const DAY_MS = 86_400_000;

/**
 * Last digit of the year, day of the year and hour in the service's time zone, and the last six digits of the
 * transaction number, as acquirers commonly do. The numbers ascend, which keeps their search index small and fast.
 */
export function createRrn(txnNumber: number, now: number): string {
  const local = writeLocalTime(now);
  const midnight = Date.parse(`${local.slice(0, 10)}T00:00:00Z`);
  const newYear = Date.parse(`${local.slice(0, 4)}-01-01T00:00:00Z`);
  const dayOfYear = String((midnight - newYear) / DAY_MS + 1).padStart(3, '0');
  return local.slice(3, 4) + dayOfYear + local.slice(11, 13) + String(txnNumber).padStart(6, '0').slice(-6);
}
