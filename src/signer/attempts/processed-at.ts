import { readTime } from '../../wire/rest/local-time.js';
import type { TxnResp } from '../../wire/rest/txn-resp.js';

/** When the service processed a transaction, in milliseconds since 1970; undefined if that is absent or unreadable. */
export function processedAtOf({ ProcessedDateTime }: TxnResp): number | undefined {
  try {
    return readTime(ProcessedDateTime ?? '');
  } catch {
    return undefined;
  }
}
