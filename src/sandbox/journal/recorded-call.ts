/**
 * A call as the journal has it. It is made at once when the call ends, without its bodies, so that neither a card number
 * nor a key nor a password waits in memory. What only the store knows is added afterwards.
 */
import { readAuthorization } from '../../wire/rest/credentials.js';
import { describeOutline } from '../request-log/describe-call.js';
import { maskText, type MaskFacts } from '../request-log/mask-value.js';
import type { WaitingCall } from '../request-log/waiting-call.js';
import { readSentKey } from '../sent-key.js';

/** A call of REST or SOAP, without secrets and bodies. */
export interface RecordedCall {
  /** Consecutive number, in the order in which the calls ended. */
  readonly id: number;
  /** Number of the merchant; null where the call belongs to none, as with a wrong password. */
  readonly merchant: string | null;
  /** Milliseconds since 1970 by the sandbox's clock. */
  readonly calledAt: number;
  /** Duration by the machine's clock. */
  readonly milliseconds: number;
  readonly interface: 'rest' | 'soap';
  /** Method of HTTP. */
  readonly method: string;
  /** Path with the names of its parameters, without keys and tokens. */
  readonly path: string;
  /** `T1` to `D14` (docs/wire/rest.md section 2), or the SOAP operation; empty for an unknown one. */
  readonly operation: string;
  /** Null where the connection was dropped. */
  readonly httpStatus: number | null;
  /** Code of the call: APIResponse.ResponseCode, or `SUCCESS` or `ERROR` in SOAP. Null where it is not known. */
  readonly code: string | null;
  /** ResponseCode of the transaction in the answer; `0` is approved. Null without one. */
  readonly txnCode: string | null;
  /** The fault or availability that changed the answer. */
  readonly fault: string | null;
  /** The API user, if the password was right. */
  readonly username: string | null;
  /** Crn1, of the request, the answer or the key. A text that could hide a card number is replaced by its length. */
  readonly order: string | null;
  readonly merchantReference: string | null;
  /** Lowest denomination. With a key, that of the transaction that was made, or of the key. Null from 10^12 on. */
  readonly amount: number | null;
  readonly txnNumber: string | null;
  /** SHA-256 of the AuthKey, or of the ResultKey in the path, in lower case. */
  readonly keyHash: string | null;
}

/** What is still to be looked up. */
export interface OpenFacts {
  /** The key in the path or in the answer. */
  readonly key: string;
  /** Whether a browser's call with the key has made a transaction. */
  readonly hasPaid: boolean;
  /** The merchant that credentials name, if they were not checked. */
  readonly namedMerchant: string | null;
}

const LONGEST_READ = 64 * 1024;
/** Longer numbers could be those of cards. */
const HIGHEST = 1e12;

/** Done, or waiting for 3-D Secure. */
const PAID_CODES: ReadonlySet<string | undefined> = new Set(['0', '300']);

const REFUSED_LOGIN = '1';

type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function membersOf(text: unknown): Members {
  if (typeof text !== 'string' || text.length > LONGEST_READ) return {};
  try {
    const value: unknown = JSON.parse(text);
    return isMembers(value) ? value : {};
  } catch {
    return {};
  }
}

/** A member of an object or of the objects in it, its name in any case. */
function find(name: string, members: Members): unknown {
  const inner = Object.values(members).filter(isMembers);
  for (const each of [members, ...inner]) {
    const [, value] = Object.entries(each).find(([key]) => key.toLowerCase() === name) ?? [];
    if (value !== undefined && value !== null && !isMembers(value)) return value;
  }
  return undefined;
}

function readXml(bytes: Uint8Array): Members {
  const text = new TextDecoder().decode(bytes.subarray(0, LONGEST_READ));
  const numbers = new Set([...text.matchAll(/<TransactionNumber>(\d{1,15})</g)].map(([, number]) => number));
  const code = /<ResponseCode>([^<]{1,20})</.exec(text)?.[1];
  return {
    TxnNumber: numbers.size === 1 ? [...numbers][0] : undefined,
    ResponseCode: code === 'SUCCESS' || code === 'ERROR' ? undefined : code,
  };
}

/** The transaction, or the token, of an answer. */
function readAnswer({ response }: WaitingCall): Members {
  if (response === undefined) return {};
  if (response instanceof Uint8Array) return readXml(response);
  const { TxnResp, DVTokenResp } = response as Members;
  return [TxnResp, DVTokenResp].find(isMembers) ?? {};
}

/** A whole number that cannot be that of a card. */
export function numberOf(value: unknown): number | null {
  const isText = typeof value === 'string' && /^-?\d+$/.test(value);
  const number = typeof value === 'bigint' || isText ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && Math.abs(number) < HIGHEST ? number : null;
}

function namedMerchantOf({ caller, authorization, code, isSoap, fault, members }: WaitingCall): string | null {
  if (caller || code === REFUSED_LOGIN) return null;
  if (isSoap) {
    // SOAP has one code for every error. Without a fault, the credentials were checked.
    const number = fault === undefined ? undefined : (members as Members | undefined)?.['merchantNumber'];
    return typeof number === 'string' ? number : null;
  }
  try {
    return readAuthorization(authorization).merchantNumber;
  } catch {
    return null;
  }
}

/** Makes the entry of a call that has ended. @param keyInPath the AuthKey in its path, or the empty text */
export function recordCall(
  call: WaitingCall,
  { id, keyInPath, isTestCard }: { id: number; keyInPath: string } & Pick<MaskFacts, 'isTestCard'>,
): RecordedCall & OpenFacts {
  const { AuthKey } = (call.response ?? {}) as { readonly AuthKey?: unknown };
  const made = typeof AuthKey === 'string' ? AuthKey : '';
  const key = keyInPath || readSentKey(call.parameters?.['resultKey'] ?? made);
  const facts: MaskFacts = {
    isTestCard,
    plain: new Set(call.caller ? [call.caller.merchant.number] : []),
    secrets: [key, ...Object.values(call.parameters ?? {})].filter((text) => text.length >= 8),
  };
  const asked = call.members ? (call.members as Members) : membersOf(call.request);
  const answer = readAnswer(call);
  const text = (name: string): string | null => {
    const value = find(name, answer) ?? find(name, asked);
    return typeof value === 'string' && value !== '' ? maskText(value, facts) : null;
  };
  const txnNumber = numberOf(find('txnnumber', answer) ?? call.parameters?.['txnNumber']);
  const txnCode = find('responsecode', answer);
  return {
    id,
    merchant: call.caller?.merchant.number ?? null,
    ...describeOutline(call, facts),
    txnCode: typeof txnCode === 'string' ? txnCode : null,
    username: call.caller ? maskText(call.caller.username, facts) : null,
    order: text('crn1'),
    merchantReference: text('merchantreference'),
    // A browser may write its amount in major units: that of the key or of the transaction is looked up.
    amount: numberOf(find('amount', answer) ?? (keyInPath === '' ? find('amount', asked) : null)),
    txnNumber: txnNumber === null ? null : String(txnNumber),
    keyHash: null,
    key,
    hasPaid: keyInPath !== '' && PAID_CODES.has(call.code),
    namedMerchant: namedMerchantOf(call),
  };
}
