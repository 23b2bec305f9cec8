/**
 * What a payment facility does in another way than the sandbox's defaults: switches that `florin contract` finds and
 * `florin sandbox --facts` turns on. docs/guides/contract.md.
 */

/** An answer of the REST interface without a payload. */
export type PlainAnswer = {
  /** HTTP status. */
  readonly status: number;
  /** `answer` has an APIResponse; `json` is another error. */
  readonly body: 'answer' | 'json' | 'html' | 'text' | 'empty';
  /** APIResponse.ResponseCode. */
  readonly code: number | string | null;
  readonly text: string | null;
};

/** Instead of one answer, the facility gives another. */
export interface AnswerSwitch {
  /** The number of the call in docs/wire/rest.md section 2, or `*` for a request to no call. */
  readonly operation: string;
  readonly from: PlainAnswer;
  readonly to: PlainAnswer;
}

/** Code and text of a transaction. */
export interface OutcomeText {
  readonly code: string;
  readonly text: string;
}

/** Instead of one refusal of a transaction, the facility gives another. */
export interface OutcomeSwitch {
  readonly from: OutcomeText;
  readonly to: OutcomeText | { readonly call: { readonly code: number; readonly text: string } };
}

/** What a transaction came to, for the members that an answer leaves empty. */
export type OutcomeKind = 'approved' | 'declined' | 'refused';

/** Format of ProcessedDateTime. */
export interface TimeFormat {
  /** Of a second. */
  readonly fractionDigits: number;
  /** Local time of the service without an offset or with one, or UTC without and with a Z. */
  readonly zone: 'local' | 'offset' | 'UTC' | 'Z';
}

/** What is left of a card number. */
export interface Mask {
  readonly first: number;
  readonly between: string;
  readonly last: number;
}

/** Where a dialect comes from, for people. */
export interface Learnt {
  /** Origin of the facility. */
  readonly facility: string;
  /** Day on which it was asked, ISO 8601. */
  readonly date: string;
  /** Questions to which it answers in another way than a new sandbox. */
  readonly differences: readonly { readonly question: string; readonly isLearnt: boolean }[];
}

/** Switches. Each absent one leaves the sandbox's default. */
export interface Dialect {
  readonly learnt?: Learnt;
  readonly answers?: readonly AnswerSwitch[];
  /** Codes and texts of transactions that a rule of the service refuses; `to` can be that of the call, without a transaction. */
  readonly outcomes?: readonly OutcomeSwitch[];
  /** Texts of declines by BankResponseCode. */
  readonly bankTexts?: Readonly<Record<string, string>>;
  /** Values of TxnResp's members that have nothing to say. */
  readonly emptyMembers?: Readonly<Partial<Record<OutcomeKind, Readonly<Record<string, '' | 0 | null>>>>>;
  /** Header fields of REST answers; null leaves one out. Names in small letters. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Texts of SOAP messages and faults. */
  readonly soapTexts?: Readonly<Record<string, string>>;
  /** How ProcessedDateTime is written. */
  readonly time?: TimeFormat;
  /** How a card number is masked: at most six digits before and four after. */
  readonly mask?: Mask;
  /** Whether a search that finds nothing answers null instead of an empty list. */
  readonly emptySearchIsNull?: boolean;
  /** Whether a search answers its oldest row first. */
  readonly oldestFirst?: boolean;
  /** Seconds until a search finds a new transaction. */
  readonly searchDelaySeconds?: number;
  /** Whether credentials are checked before the shape of a body. */
  readonly credentialsFirst?: boolean;
  /** How a card whose expiry is over is refused; by default the bank declines it (54). */
  readonly pastExpiry?: 'PT_V5' | '114';
  /** Whether a field error uses an AuthKey up. */
  readonly fieldErrorUsesKey?: boolean;
  /** Whether a path of REST with capitals is not found. */
  readonly pathsInOneCase?: boolean;
  /** Whether the scheme word `Basic` is refused before credentials. */
  readonly refusesBasic?: boolean;
}

const AMOUNT = /[\d,]{1,20}\.\d\d\b/g;
const PLACE = '<amount>';

/** A text in which each amount is a place for one: `Only $<amount> available for refund`. */
export function withoutAmounts(text: string): string {
  return text.replace(AMOUNT, PLACE);
}

/** Writes the amounts of a text into the places of another. */
export function withAmountsOf(text: string, from: string): string {
  const amounts = from.match(AMOUNT) ?? [];
  return amounts.reduce((filled, amount) => filled.replace(PLACE, amount), text);
}

/** A sandbox's default: no switch. */
export const NO_DIALECT: Dialect = {};

const LISTS = ['answers', 'outcomes'] as const;
const MAPS = ['headers', 'soapTexts', 'bankTexts', 'emptyMembers'] as const;

/** Joins two dialects. Where both say something about one thing, the first is kept. */
export function joinDialects(first: Dialect, second: Dialect): Dialect {
  const joined: Record<string, unknown> = { ...second, ...first };
  for (const name of LISTS) {
    const rows = [...(first[name] ?? []), ...(second[name] ?? [])];
    if (rows.length > 0) joined[name] = rows;
  }
  for (const name of MAPS) {
    const [one = {}, two = {}] = [first[name], second[name]] as Readonly<Record<string, object | string | null>>[];
    const names = [...new Set([...Object.keys(two), ...Object.keys(one)])];
    if (names.length > 0) joined[name] = Object.fromEntries(names.map((key) => [key, joinValues(one[key], two[key])]));
  }
  return joined;
}

function joinValues(one: object | string | null | undefined, two: object | string | null | undefined): unknown {
  if (typeof one === 'object' && one !== null && typeof two === 'object' && two !== null) return { ...two, ...one };
  return one === undefined ? two : one;
}
