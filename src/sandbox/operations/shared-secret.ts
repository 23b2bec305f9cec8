/** The secret that a merchant shares with the service, and what is signed with it. wire/soap.md section 3, "GetAnonymousToken". */
import { webCryptoHmac } from '../hmac.js';
import type { Merchant } from '../merchant.js';

const ENCODER = new TextEncoder();

/** Equal texts, in a time that says nothing of where they differ. */
function isSame(sent: string, wanted: string): boolean {
  const [left, right] = [ENCODER.encode(sent), ENCODER.encode(wanted)];
  let difference = left.length ^ right.length;
  for (let index = 0; index < right.length; index += 1) difference |= (left[index] ?? 0) ^ (right[index] ?? 0);
  return difference === 0;
}

/** True for the merchant's own secret. A merchant without one has none that could be right. */
export function isSharedSecret(sent: string, { settings: { sharedSecret } }: Merchant): boolean {
  return isSame(sent, sharedSecret ?? '') && sent !== '';
}

/** The text that is signed: each part after its length in bytes, so that no two lists of parts make the same text. */
function joinParts(parts: readonly string[]): string {
  return parts.map((part) => `${ENCODER.encode(part).length}:${part}`).join('');
}

/** True when the signature is that of the parts in their order, hexadecimal in either case. */
export async function isSignedBy(
  { settings: { sharedSecret } }: Merchant,
  parts: readonly string[],
  signature: string,
): Promise<boolean> {
  if (!sharedSecret) return false;
  return isSame(signature.toLowerCase(), await webCryptoHmac(ENCODER.encode(sharedSecret))(joinParts(parts)));
}
