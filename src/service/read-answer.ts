/** Reads the answer of a call: its result, or an error by the table of api-error.ts. */
import { FlorinError } from '../core/errors.js';
import { membersOf } from '../core/members-of.js';
import { apiAnswer, submissionAnswer, type SubmissionAnswer } from '../wire/rest/answers.js';
import { readJson } from '../wire/rest/lossless-json.js';
import { readWire } from '../wire/rest/read-wire.js';
import { WireError } from '../wire/rest/wire-error.js';
import type { WireSchema, WireValue } from '../wire/rest/wire-object.js';
import type { ApiResponse } from '../wire/rest/answers.js';
import { apiError, FOLLOW_REDIRECTION, SEARCH_RETURNED_NOTHING, SUCCESS } from './api-error.js';
import type { ExchangeAnswer } from './exchange.js';
import { isCodeOfPayment, readBeside, unknownOutcome } from './payment-refusal.js';

/** Reads the answer of one call. `call` is the client's method, for messages. */
export type AnswerReader<Result> = (answer: ExchangeAnswer, call: string) => Result;

const TOO_MANY = 429;
const UNAVAILABLE = 503;
/** The pause after a 429 without `Retry-After`. Seconds. */
const USUAL_PAUSE = 5;

/** The error of an answer that does not come from the service, or of a service with too many calls. */
function unexpectedAnswer(
  call: string,
  { status, retryAfterSeconds }: Omit<ExchangeAnswer, 'body'>,
  cause: unknown,
): FlorinError {
  const isBusy = status === TOO_MANY || (status === UNAVAILABLE && retryAfterSeconds !== undefined);
  const message = isBusy
    ? `${call}: the payment service takes no more calls at the moment (HTTP ${status})`
    : `${call}: the answer (HTTP ${status}) is not from the payment service; is the base URL right?`;
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

/** Reads the envelope first, and the payload only if the call worked. */
function answerReader<Result>(
  codes: readonly number[],
  read: (value: unknown, code: number) => Result,
  refuse: Refuse = apiError,
): AnswerReader<Result> {
  return ({ body, ...answer }, call) => {
    try {
      const value = readJson(body);
      const { APIResponse } = readWire(apiAnswer, value);
      if (!codes.includes(APIResponse.ResponseCode)) throw refuse(APIResponse, call, value);
      if (answer.status !== 200) throw unexpectedAnswer(call, answer, undefined);
      return read(value, APIResponse.ResponseCode);
    } catch (error) {
      throw error instanceof WireError ? unexpectedAnswer(call, answer, error) : error;
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
  return answerReader([SUCCESS], (value) => required(readWire(schema, value)[member], member), refuse);
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
  return answerReader([SUCCESS, SEARCH_RETURNED_NOTHING], (value, code) => {
    const found = readWire(schema, value)[member] as readonly ItemOf<WireValue<S>[M]>[] | undefined;
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
  (value, code) => {
    const answer = readWire(submissionAnswer, value);
    if (code === SUCCESS) required(answer.ResultKey, 'ResultKey');
    else required(answer.RedirectionUrl, 'RedirectionUrl');
    return answer;
  },
  refuseTransaction,
);
