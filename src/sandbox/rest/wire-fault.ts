/** Reads bodies and maps the errors of `wire` to the service's codes. docs/wire/rest.md sections 1, 3 and 8. */
import { FIELD_OF_API_CODE, type ApiCode } from '../../wire/codes.js';
import { readJson } from '../../wire/rest/lossless-json.js';
import { readWire } from '../../wire/rest/read-wire.js';
import type { WireSchema, WireValue } from '../../wire/rest/wire-object.js';
import { WireError, type WireProblem } from '../../wire/rest/wire-error.js';
import { SandboxFault, TOO_LARGE } from '../fault.js';

/** Paths of members that have their own code: at the top, in the payload, and in its card, token or account. */
const CODED_PLACES = /^((\w+\.)?(\w+|CardDetails\.\w+|DVTokenData\.\w+|BankAccountDetails\.\w+))$/;
const EXPIRY = { ExpiryDateMonth: 114, ExpiryDateYear: 114, CardDetails: 112 } as const;

/** Codes by member name. Server and browser calls differ in AmountOriginal. */
function createCodes(amountOriginal: 100 | 130): ReadonlyMap<string, ApiCode> {
  const codes = new Map<string, ApiCode>();
  for (const [code, member] of Object.entries(FIELD_OF_API_CODE)) codes.set(member, Number(code) as ApiCode);
  for (const [member, code] of Object.entries(EXPIRY)) codes.set(member, code);
  return codes.set('AmountOriginal', amountOriginal);
}

const CODES = { server: createCodes(100), browser: createCodes(130) };

type Sender = keyof typeof CODES;

function codeOf({ path }: WireProblem, sender: Sender): ApiCode {
  const member = path.at(-1);
  if (typeof member !== 'string' || !CODED_PLACES.test(path.join('.'))) return 998;
  return CODES[sender].get(member) ?? 998;
}

/** Selects the first error: shape errors first, then fields in the order of their codes. */
function toFault(error: WireError, wrapper: string, sender: Sender): SandboxFault {
  const places = error.problems.map((problem) => ({ problem, code: codeOf(problem, sender) }));
  const shape = places.find(({ code }) => code === 998)?.problem;
  if (!shape) {
    const [first] = places.sort((a, b) => a.code - b.code);
    return new SandboxFault(first?.code ?? 998, first?.problem.rule === 'large' ? TOO_LARGE : undefined);
  }
  if (shape.rule === 'twice') return new SandboxFault(998, 'a member is repeated');
  const isWrapper = shape.path.length === 0 || (shape.path.length === 1 && shape.path[0] === wrapper);
  return new SandboxFault(998, isWrapper ? `missing: ${wrapper}` : `invalid: ${shape.path.join('.')}`);
}

function asFault<T>(read: () => T, wrapper: string, sender: Sender): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof WireError) throw toFault(error, wrapper, sender);
    throw error;
  }
}

/**
 * Reads a parsed object of the wire.
 *
 * @param wrapper the member that the fault names for a wrong shape
 * @throws SandboxFault 998 or the code of a wrong member
 */
export function readObject<S extends WireSchema>(
  schema: S,
  value: unknown,
  wrapper: string,
  sender: Sender,
): WireValue<S> {
  return asFault(() => readWire(schema, value), wrapper, sender);
}

/**
 * Reads a body of the wire.
 *
 * @param wrapper the member that the fault names for a wrong shape
 * @param prepare changes the parsed body before its members are checked
 * @throws SandboxFault 998 or the code of a wrong member
 */
export function readBody<S extends WireSchema>(
  schema: S,
  body: string | null,
  wrapper: string,
  sender: Sender = 'server',
  prepare = (value: unknown) => value,
): WireValue<S> {
  if (body === null) throw new SandboxFault(998, 'invalid: body, it is not in UTF-8');
  // Some databases cannot store a NUL, and no reference, name or address contains one.
  if (body.includes('\\u0000')) throw new SandboxFault(998, `missing: ${wrapper}`);
  return asFault(() => readWire(schema, prepare(readJson(body))), wrapper, sender);
}
