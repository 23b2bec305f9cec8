/**
 * Nothing of a user name or password that stands in an address reaches the log, whoever wrote the message: `fetch` quotes an
 * address that it refuses in full, and a shop's own callback may use one.
 */
import type { SignerLogEntry } from './signer-options.js';

const USER_INFO = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/?#]*@/gi;

/** The text without user names and passwords in addresses. */
export function withoutUserInfo(text: string): string {
  return text.replace(USER_INFO, '$1…@');
}

/** A log whose entries are cleaned before they are written. */
export function createCleanLog(log: (entry: SignerLogEntry) => void): (entry: SignerLogEntry) => void {
  return (entry) => {
    const members = Object.entries(entry).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutUserInfo(value) : value,
    ]);
    log(Object.fromEntries(members) as SignerLogEntry);
  };
}
