const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A result key is a GUID; whatever else stands there was not made by the service, and is never sent to it. */
export function readResultKey(value: unknown): string | undefined {
  return typeof value === 'string' && GUID.test(value) ? value.toLowerCase() : undefined;
}
