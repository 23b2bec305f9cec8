/** The message of a caught value for the log. JavaScript can throw values that are not errors. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
