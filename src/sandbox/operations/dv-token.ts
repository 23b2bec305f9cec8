/** Token numbers. docs/wire/rest.md section 3, "DVToken". */
import { passesLuhn } from '../../core/card/luhn.js';
import { DV_TOKEN_PREFIX } from '../../wire/codes.js';
import { SandboxFault } from '../fault.js';
import { dropGaps } from '../sent-text.js';

const TOKENS = 1_000_000_000;
/** Coprime to {@link TOKENS}: a token repeats only after a billion others. */
const STEP = 618_033_989;
const START = 271_828_183;
const DV_TOKEN = new RegExp(`^${DV_TOKEN_PREFIX}[0-9]{10}$`);

/** The token for a serial number: 16 digits that pass Luhn. */
export function createDvToken(serial: number): string {
  const body =
    DV_TOKEN_PREFIX + String(Number((BigInt(serial) * BigInt(STEP) + BigInt(START)) % BigInt(TOKENS))).padStart(9, '0');
  const check = [...'0123456789'].find((digit) => passesLuhn(body + digit));
  return body + String(check);
}

/** True for a well-formed token. */
export function isDvToken(text: string): boolean {
  return DV_TOKEN.test(text) && passesLuhn(text);
}

/** Reads a token from a path or a member, without blanks and hyphens. @throws SandboxFault 123 */
export function readDvToken(text: string | null): string {
  const digits = dropGaps(text);
  if (!isDvToken(digits)) throw new SandboxFault(123);
  return digits;
}
