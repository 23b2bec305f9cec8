/** Retrieval reference numbers: 12 digits by which a bank finds a transaction again. */
import { writeLocalTime } from '../../wire/rest/local-time.js';

const DAY_MS = 86_400_000;

/**
 * Year (last digit), day of the year and hour where the service is, and the last six digits of the transaction number:
 * how acquirers commonly make them. They grow, which keeps the index of searches by them small and quick.
 */
export function createRrn(txnNumber: number, now: number): string {
  const local = writeLocalTime(now);
  const midnight = Date.parse(`${local.slice(0, 10)}T00:00:00Z`);
  const newYear = Date.parse(`${local.slice(0, 4)}-01-01T00:00:00Z`);
  const dayOfYear = String((midnight - newYear) / DAY_MS + 1).padStart(3, '0');
  return local.slice(3, 4) + dayOfYear + local.slice(11, 13) + String(txnNumber).padStart(6, '0').slice(-6);
}
