/**
 * Asserts that a setting is one exact origin in the notation of `event.origin`, so that strings can be compared exactly,
 * without patterns, prefixes or wildcards.
 * @throws TypeError `*`, `null`, a path, a user, an upper-case or non-ASCII host, a default port, another scheme
 */
export function assertOrigin(origin: string, setting: string): void {
  let canonical;
  try {
    canonical = new URL(origin).origin;
  } catch {
    // Not a URL: reported below.
  }
  if (canonical !== origin || !/^https?:[^*]+$/.test(origin)) {
    throw new TypeError(
      `${setting}: ${origin} is not an origin${canonical?.startsWith('http') ? `; write ${canonical}` : ''}`,
    );
  }
}
