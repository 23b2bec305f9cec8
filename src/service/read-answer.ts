/** Reads the answer of a call: its result, or an error by the table of api-error.ts. */
import { FlorinError } from '../core/errors.js';
import { membersOf } from '../core/members-of.js';
import { apiAnswer, submissionAnswer, type SubmissionAnswer } from '../wire/rest/answers.js';
import { readJson } from '../wire/rest/lossless-json.js';
import { readAnswer } from '../wire/rest/read-wire.js';
import { WireError, type WireRule } from '../wire/rest/wire-error.js';
import type { WireSchema, WireValue } from '../wire/rest/wire-object.js';
import type { ApiResponse } from '../wire/rest/answers.js';
import { apiError, FOLLOW_REDIRECTION, SEARCH_RETURNED_NOTHING, SUCCESS } from './api-error.js';
import type { ExchangeAnswer } from './exchange.js';
import { isCodeOfPayment, readBeside, unknownOutcome } from './payment-refusal.js';

/** A member of an answer that decides nothing about money, and whose value has another form than documented. */
export interface OddMember {
  /** The client's method. */
  readonly call: string;
  /** Path without the indexes of a list: `TxnRespList.RRN`. */
  readonly path: string;
  /** The rule that the member breaks: `type`, for example. Never its value. */
  readonly rule: WireRule;
}

/** Reads the answer of one call. `call` is the client's method, for messages. */
export type AnswerReader<Result> = (
  answer: ExchangeAnswer,
  call: string,
  onOddMember?: (odd: OddMember) => void,
) => Result;

const TOO_MANY = 429;
const UNAVAILABLE = 503;
/** The pause after a 429 without `Retry-After`. Seconds. */
const USUAL_PAUSE = 5;

/** The error of an answer that does not come from the service, or of a service with too many calls. */
function unexpectedAnswer(
  call: string,
  { status, retryAfterSeconds }: Omit<ExchangeAnswer, 'body'>,
  why: string | undefined,
  cause?: WireError,
): FlorinError {
  const isBusy = status === TOO_MANY || (status === UNAVAILABLE && retryAfterSeconds !== undefined);
  const message = isBusy
    ? `${call}: the payment service takes no more calls at the moment (HTTP ${status})`
    : why === undefined
      ? `${call}: the answer (HTTP ${status}) is not from the payment service; is the base URL right?`
      : `${call}: the payment service's answer (HTTP ${status}) ${why}`;
  const pause = isBusy ? (retryAfterSeconds ?? USUAL_PAUSE) : undefined;
  return new FlorinError('service_unreachable', message, { cause, retryAfterSeconds: pause });
}

/** Requires the member that holds the result. */
function required<T>(value: T, member: string): NonNullable<T> {
  if (value !== undefined && value !== null && value !== '') return value;
  throw new WireError([{ path: [member], rule: 'required', expected: 'there' }]);
}

/** Creates the error of an answer without a result. `value` is the whole answer. */
type Refuse = (answer: ApiResponse, call: string, value: unknown) => FlorinError;

/** Reads the whole answer by a schema. */
type ReadAs = <S extends WireSchema>(schema: S) => WireValue<S>;

/** Reads the envelope first, and the payload only if the call worked. */
function answerReader<Result>(
  codes: readonly number[],
  read: (value: unknown, code: number, readAs: ReadAs) => Result,
  refuse: Refuse = apiError,
): AnswerReader<Result> {
  return ({ body, ...answer }, call, onOddMember) => {
    let value: unknown;
    const noted = new Set<string>();
    const readAs: ReadAs = (schema) =>
      readAnswer(schema, value, ({ path, rule }) => {
        const place = path.filter((step) => typeof step === 'string').join('.');
        if (noted.has(place)) return;
        noted.add(place);
        onOddMember?.({ call, path: place, rule });
      });
    try {
      value = readJson(body);
      const { APIResponse } = readAs(apiAnswer);
      if (!codes.includes(APIResponse.ResponseCode)) throw refuse(APIResponse, call, value);
      if (answer.status !== 200) throw unexpectedAnswer(call, answer, 'says success, but not by its HTTP status');
      return read(value, APIResponse.ResponseCode, readAs);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      const isOfService = Object.hasOwn(membersOf(value), 'APIResponse');
      throw unexpectedAnswer(call, answer, isOfService ? `cannot be read: ${error.message}` : undefined, error);
    }
  };
}

/** An answer without a payload (D6, T11). */
export const noPayload: AnswerReader<void> = answerReader([SUCCESS], () => undefined);

/** An answer with its result in one member. */
export function payload<S extends WireSchema, M extends string & keyof WireValue<S>>(
  schema: S,
  member: M,
  refuse?: Refuse,
): AnswerReader<NonNullable<WireValue<S>[M]>> {
  return answerReader([SUCCESS], (_value, _code, readAs) => required(readAs(schema)[member], member), refuse);
}

/** The error of a call for a transaction: a refusal only if it is listed, and no transaction beside it may be paid. */
export const refuseTransaction: Refuse = (answer, call, value) => {
  const error = apiError(answer, call);
  const beside = readBeside(membersOf(value)['TxnResp']);
  const isRefused = isCodeOfPayment(answer.ResponseCode) && !beside?.mayBePaid;
  return isRefused ? error : unknownOutcome(error, beside);
};

type ItemOf<List> = NonNullable<List> extends readonly (infer Item)[] ? Item : never;

/** The answer of a search: an empty list when nothing is found. */
export function list<S extends WireSchema, M extends string & keyof WireValue<S>>(
  schema: S,
  member: M,
): AnswerReader<readonly ItemOf<WireValue<S>[M]>[]> {
  return answerReader([SUCCESS, SEARCH_RETURNED_NOTHING], (value, code, readAs) => {
    const found = readAs(schema)[member] as readonly ItemOf<WireValue<S>[M]>[] | undefined;
    // A missing list does not mean "nothing found", nor does an empty one beside something else: a caller might pay again.
    const listed = code === SUCCESS ? required(found, member) : [];
    if (listed.length > 0) return listed;
    const hasMembers = (each: unknown) => Object.keys(membersOf(each)).length > 0;
    if (Object.entries(membersOf(value)).some(([name, each]) => name !== 'APIResponse' && hasMembers(each))) {
      throw new WireError([{ path: [member], rule: 'count', expected: 'the only list or object' }]);
    }
    return [];
  });
}

/** The answer to a frame's card (T10, D11): APIResponse.ResponseCode is 0 or 300. */
export const submission: AnswerReader<SubmissionAnswer> = answerReader(
  [SUCCESS, FOLLOW_REDIRECTION],
  (_value, code, readAs) => {
    const answer = readAs(submissionAnswer);
    if (code === SUCCESS) required(answer.ResultKey, 'ResultKey');
    else required(answer.RedirectionUrl, 'RedirectionUrl');
    return answer;
  },
  refuseTransaction,
);
