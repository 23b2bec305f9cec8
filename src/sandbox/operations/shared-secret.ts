/** The shared secret of a merchant and its signatures. docs/wire/soap.md section 3, "GetAnonymousToken". */
import { webCryptoHmac } from '../hmac.js';
import type { Merchant } from '../merchant.js';

const ENCODER = new TextEncoder();

/** Compares two strings in constant time. */
function isSame(sent: string, wanted: string): boolean {
  const [left, right] = [ENCODER.encode(sent), ENCODER.encode(wanted)];
  let difference = left.length ^ right.length;
  for (let index = 0; index < right.length; index += 1) difference |= (left[index] ?? 0) ^ (right[index] ?? 0);
  return difference === 0;
}

/** True for the merchant's own secret; false for a merchant without one. */
export function isSharedSecret(sent: string, { settings: { sharedSecret } }: Merchant): boolean {
  return isSame(sent, sharedSecret ?? '') && sent !== '';
}

/** The signed text: each part is preceded by its length in bytes, so that different lists give different texts. */
function joinParts(parts: readonly string[]): string {
  return parts.map((part) => `${ENCODER.encode(part).length}:${part}`).join('');
}

/** True when the signature matches the ordered parts. Hexadecimal, in either case. */
export async function isSignedBy(
  { settings: { sharedSecret } }: Merchant,
  parts: readonly string[],
  signature: string,
): Promise<boolean> {
  if (!sharedSecret) return false;
  return isSame(signature.toLowerCase(), await webCryptoHmac(ENCODER.encode(sharedSecret))(joinParts(parts)));
}
