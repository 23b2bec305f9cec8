/** The numbers of tokens. wire/rest.md section 3, "DVToken". */
import { passesLuhn } from '../../core/card/luhn.js';
import { SandboxFault } from '../fault.js';

const PREFIX = '599999';
const TOKENS = 1_000_000_000;
/** No common factor with {@link TOKENS}: a billion different tokens before one comes again. */
const STEP = 618_033_989;
const START = 271_828_183;
const DV_TOKEN = /^599999[0-9]{10}$/;

/** The token of a serial number: 16 digits that pass Luhn. */
export function createDvToken(serial: number): string {
  const body =
    PREFIX + String(Number((BigInt(serial) * BigInt(STEP) + BigInt(START)) % BigInt(TOKENS))).padStart(9, '0');
  const check = [...'0123456789'].find((digit) => passesLuhn(body + digit));
  return body + String(check);
}

/** True for a text that could be a token of somebody. */
export function isDvToken(text: string): boolean {
  return DV_TOKEN.test(text) && passesLuhn(text);
}

/** A token as it stands in a path or a member, blanks and hyphens dropped. @throws SandboxFault 123 */
export function readDvToken(text: string | null): string {
  const digits = (text ?? '').replace(/[ -]/g, '');
  if (!isDvToken(digits)) throw new SandboxFault(123);
  return digits;
}
