/** Text as callers send it. */

/** Returns null for a text that is absent or empty: the service treats both alike. */
export function textOrNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

/** The members that are not empty. */
export function filledMembers(texts: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text)) as Record<string, string>;
}

/** Drops blanks and hyphens between digits. An absent text is empty. */
export function dropGaps(text: string | null | undefined): string {
  return (text ?? '').replace(/[ -]/g, '');
}
