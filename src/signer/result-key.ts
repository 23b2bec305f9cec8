import { isGuid } from '../core/guid.js';

/** A result key is a GUID; whatever else stands there was not made by the service, and is never sent to it. */
export function readResultKey(value: unknown): string | undefined {
  return isGuid(value) ? value.toLowerCase() : undefined;
}
