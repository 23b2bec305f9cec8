/** Keys as callers send them: AuthKeys, ResultKeys, sessions and challenges. */
import { isGuid } from '../core/guid.js';

/**
 * Reads a key: in any case, and with the braces or blanks around it that some platforms write. Other text is the empty key,
 * which does not exist, and never reaches the store.
 */
export function readSentKey(text: string): string {
  const key = text.trim().replace(/^\{(.*)\}$/, '$1');
  return isGuid(key) ? key.toLowerCase() : '';
}
