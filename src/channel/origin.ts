/**
 * Asserts that a setting is one exact origin, spelled as browsers spell it in `event.origin`: then whole strings can be
 * compared, and no pattern, prefix or wildcard can slip in.
 * @throws TypeError `*`, `null`, a path, a user, an upper-case or non-ASCII host, a default port, another scheme
 */
export function assertOrigin(origin: string, setting: string): void {
  let canonical;
  try {
    canonical = new URL(origin).origin;
  } catch {
    // Not a URL: told below.
  }
  if (canonical !== origin || !/^https?:[^*]+$/.test(origin)) {
    throw new TypeError(
      `${setting}: ${origin} is not an origin${canonical?.startsWith('http') ? `; write ${canonical}` : ''}`,
    );
  }
}
