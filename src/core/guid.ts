/** The form of the keys that the service makes: AuthKeys, ResultKeys, SOAP sessions. */

/** Source of a regular expression: a lower-case GUID with hyphens. */
export const GUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

const WHOLE = new RegExp(`^${GUID}$`, 'i');

/** Whether a value is one GUID and nothing else, in upper or lower case. */
export function isGuid(value: unknown): value is string {
  return typeof value === 'string' && WHOLE.test(value);
}
