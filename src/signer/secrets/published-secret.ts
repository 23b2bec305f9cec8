/** Secrets that are printed in the guides. They are allowed only on the developer's own machine. */
import { isLoopbackHost } from '../../core/loopback.js';

const PUBLISHED: ReadonlySet<string> = new Set(['thirty-two characters or more, kept secret']);

/** Whether one of Florin's guides prints this secret. */
export function isPublishedSecret(secret: string): boolean {
  return PUBLISHED.has(secret.trim());
}

/** @throws RangeError for a published secret of a signer that other machines can reach */
export function assertOwnSecret(name: string, secret: string, publicUrl: URL, isAllowed = false): void {
  if (isAllowed || isLoopbackHost(publicUrl.hostname) || !isPublishedSecret(secret)) return;
  throw new RangeError(
    `${name} is printed in the guides, where anybody can read it, and publicUrl is not on this machine: use 32 random ` +
      `characters or more, or set allowPublishedSecret`,
  );
}
