/** The shared secret of a merchant and its signatures. docs/wire/soap.md section 3, "GetAnonymousToken". */
import { isSameText } from '../constant-time.js';
import { webCryptoHmac } from '../hmac.js';
import type { Merchant } from '../merchant.js';

const ENCODER = new TextEncoder();

/** True for the merchant's own secret; false for a merchant without one. */
export function isSharedSecret(sent: string, { settings: { sharedSecret } }: Merchant): boolean {
  return isSameText(sent, sharedSecret ?? '') && sent !== '';
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
  return isSameText(signature.toLowerCase(), await webCryptoHmac(ENCODER.encode(sharedSecret))(joinParts(parts)));
}
