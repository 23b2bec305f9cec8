/** Returns null for a text that is absent or empty: the service treats both alike. */
export function textOrNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
