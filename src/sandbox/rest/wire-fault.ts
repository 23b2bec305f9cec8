/** Reads bodies, and turns what `wire` finds wrong into the service's codes. wire/rest.md sections 1, 3 and 8. */
import { FIELD_OF_API_CODE, type ApiCode } from '../../wire/codes.js';
import { readJson } from '../../wire/rest/read-wire.js';
import { WireError, type WireProblem } from '../../wire/rest/wire-error.js';
import { SandboxFault } from '../fault.js';

/** Where a wrong member has a code of its own: at the top, in the payload, in the payload's card, token or account. */
const CODED_PLACES = /^((\w+\.)?(\w+|CardDetails\.\w+|DVTokenData\.\w+|BankAccountDetails\.\w+))$/;
const EXPIRY = { ExpiryDateMonth: 114, ExpiryDateYear: 114, CardDetails: 112 } as const;

/** Member name to code, for server calls and for browser calls: the two differ in AmountOriginal. */
function createCodes(amountOriginal: 100 | 130): ReadonlyMap<string, ApiCode> {
  const codes = new Map<string, ApiCode>();
  for (const [code, member] of Object.entries(FIELD_OF_API_CODE)) codes.set(member, Number(code) as ApiCode);
  for (const [member, code] of Object.entries(EXPIRY)) codes.set(member, code);
  return codes.set('AmountOriginal', amountOriginal);
}

const CODES = { server: createCodes(100), browser: createCodes(130) };

/** Who sent the body. */
export type Sender = keyof typeof CODES;

function codeOf({ path }: WireProblem, sender: Sender): ApiCode {
  const member = path.at(-1);
  if (typeof member !== 'string' || !CODED_PLACES.test(path.join('.'))) return 998;
  return CODES[sender].get(member) ?? 998;
}

/** The first of many wrong members: the shape before the fields, and then in the order of the codes. */
function toFault(error: WireError, wrapper: string, sender: Sender): SandboxFault {
  const places = error.problems.map((problem) => ({ problem, code: codeOf(problem, sender) }));
  const shape = places.find(({ code }) => code === 998)?.problem;
  if (!shape) return new SandboxFault(places.map(({ code }) => code).sort((a, b) => a - b)[0] ?? 998);
  const isWrapper = shape.path.length === 0 || (shape.path.length === 1 && shape.path[0] === wrapper);
  return new SandboxFault(998, isWrapper ? `missing: ${wrapper}` : `invalid: ${shape.path.join('.')}`);
}

/**
 * Reads an object of the wire.
 *
 * @param read its WireError becomes a fault
 * @param wrapper the member that a fault names when the whole is no such object
 * @throws SandboxFault 998 or the code of a wrong member
 */
export function readChecked<T>(read: () => T, wrapper: string, sender: Sender): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof WireError) throw toFault(error, wrapper, sender);
    throw error;
  }
}

/**
 * Reads a body of the wire.
 *
 * @param read takes the parsed body; its WireError becomes a fault
 * @param wrapper the member that a fault names when the whole is no such object
 * @throws SandboxFault 998 or the code of a wrong member
 */
export function readBody<T>(
  body: string | null,
  read: (value: unknown) => T,
  wrapper: string,
  sender: Sender = 'server',
): T {
  // A NUL cannot be stored by every database, and no reference, name or address has one.
  if (body === null || body.includes('\\u0000')) throw new SandboxFault(998, `missing: ${wrapper}`);
  return readChecked(() => read(readJson(body)), wrapper, sender);
}
