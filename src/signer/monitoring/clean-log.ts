/**
 * Removes user names and passwords in URLs from all log messages: `fetch` quotes a refused URL in
 * full, and a shop's own callback may use such a URL.
 */
import type { SignerLogEntry } from '../signer-options.js';

/**
 * The text without user names and passwords in URLs. Of each word it removes what stands between the first `//` and the last
 * `@`: a password with a slash makes the URL invalid, and `fetch` quotes invalid URLs too.
 */
export function withoutUserInfo(text: string): string {
  return text.replace(/\S+/g, (word) => {
    const end = word.lastIndexOf('@');
    const start = end < 0 ? -1 : word.slice(0, end).search(/[a-z0-9+.-]:[\\/]{2}/i);
    return start < 0 ? word : `${word.slice(0, start + 4)}…@${word.slice(end + 1)}`;
  });
}

/** The levels of entries, the least first. */
export const LOG_LEVELS = ['info', 'warn', 'error'] as const satisfies readonly SignerLogEntry['level'][];

/** Wraps a log function so that its entries are cleaned first, and those below a level left out. */
export function createCleanLog(
  log: (entry: SignerLogEntry) => void,
  least: SignerLogEntry['level'] = 'info',
): (entry: SignerLogEntry) => void {
  return (entry) => {
    if (LOG_LEVELS.indexOf(entry.level) < LOG_LEVELS.indexOf(least)) return;
    const members = Object.entries(entry).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutUserInfo(value) : value,
    ]);
    log(Object.fromEntries(members) as SignerLogEntry);
  };
}
