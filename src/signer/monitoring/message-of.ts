/**
 * The message of a caught value for the log. JavaScript can throw values that are not errors, and Node errors without a
 * message (all addresses of a host refuse).
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return error.message || (error as { code?: string }).code || 'unknown';
}
