/**
 * Removes user names and passwords in URLs from all log messages: `fetch` quotes a refused URL in
 * full, and a shop's own callback may use such a URL.
 */
import type { SignerLogEntry } from '../signer-options.js';

/** Up to the last `@`: a password with a slash makes the URL invalid, and `fetch` quotes invalid URLs too. */
const USER_INFO = /\b([a-z][a-z0-9+.-]*:[\\/]{2})\S*@/gi;

/** The text without user names and passwords in URLs. */
export function withoutUserInfo(text: string): string {
  return text.replace(USER_INFO, '$1…@');
}

/** Wraps a log function so that its entries are cleaned first. */
export function createCleanLog(log: (entry: SignerLogEntry) => void): (entry: SignerLogEntry) => void {
  return (entry) => {
    const members = Object.entries(entry).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutUserInfo(value) : value,
    ]);
    log(Object.fromEntries(members) as SignerLogEntry);
  };
}
