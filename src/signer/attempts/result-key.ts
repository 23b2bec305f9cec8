import { isGuid } from '../../core/guid.js';

/** A result key is a GUID. Any other value does not come from the service, and is never sent to it. */
export function readResultKey(value: unknown): string | undefined {
  return isGuid(value) ? value.toLowerCase() : undefined;
}
