/**
 * The result or error of each answer of the SOAP interface. docs/wire/soap.md sections 3 to 5.
 *
 * | answer                                        | result or error       | meaning                                    |
 * | --------------------------------------------- | --------------------- | ------------------------------------------ |
 * | `SUCCESS` with its result                     | the result            | the call worked; the result's ResponseCode has the outcome of a payment, also of a decline |
 * | `SUCCESS`, LoginResult false                  | `api_rejected`        | the login was refused                      |
 * | `SUCCESS`, SubmitBatch                        | the empty list        | the file was accepted                      |
 * | `ERROR` of SubmitBatch with a list            | the list              | the file was refused; the errors of its lines |
 * | `ERROR` with the text of 900 or 999           | `service_unreachable` | the service has a failure; try later       |
 * | `ERROR` of ProcessPayment or SubmitBatch with a text that is not documented, or beside a result that may be paid | `result_unknown` | it may have been made; `txnNumber` if the answer has it |
 * | `ERROR`                                       | `api_rejected`        | the service refused the call; `apiText` says why |
 * | a fault of the caller (Client, Sender, VersionMismatch, MustUnderstand) | `api_rejected` | the service could not read the request; nothing was done |
 * | a fault of the service (Server, Receiver, unknown ones), or of the caller with a text of a timeout, an abort or of processing | `service_unreachable` | the service failed during the call, which may have been done |
 * | any other: invalid or incomplete XML, the answer of another operation, `SUCCESS` without its result, not HTTP 200 | `service_unreachable` | not an answer of the service; the call may have been done |
 *
 * Errors of `ERROR` and of faults have `apiText`, the service's text without anything that could be a card number, and no
 * `apiCode`, which this interface does not have.
 */
import { FlorinError } from '../core/errors.js';
import { API_CODES } from '../wire/codes.js';
import type { SoapFault } from '../wire/soap/fault.js';
import { readMediaType } from '../wire/soap/media-type.js';
import type { SoapNamespaces } from '../wire/soap/namespaces.js';
import { OPERATIONS, type Operation, type OperationName } from '../wire/soap/operations.js';
import { readEnvelope, type Envelope } from '../wire/soap/read-envelope.js';
import { readResponse, type SoapAnswer } from '../wire/soap/read-response.js';
import { SoapError } from '../wire/soap/soap-error.js';
import type { TypeName } from '../wire/soap/types.js';
import { RESPONSE_LIMITS, type XmlLimits } from '../wire/soap/xml-limits.js';
import type { FetchAnswer } from './exchange.js';
import { loggableText } from './loggable-text.js';
import { isRefusingText, readBeside, unknownOutcome } from './payment-refusal.js';
import type { OddMember } from './read-answer.js';
import type { SoapResult } from './soap-api.js';

/** The member that a complete result of a type always has. */
const REQUIRED_MEMBER: Partial<Readonly<Record<TypeName, string>>> = {
  TokenResponse: 'Token',
  BankAccountTokenResponse: 'Token',
  TokeniseResponse: 'DataVaultToken',
  TxnResponse: 'ResponseCode',
  BatchDownloadFile: 'Content',
};

/** Texts of a failure of the service: this interface has no codes. A choice. */
const FAILED: readonly string[] = [API_CODES[900], API_CODES[999]];

/** Operations that charge cards. */
const PAYS: readonly OperationName[] = ['ProcessPayment', 'SubmitBatch'];

/** Texts of faults after which the call may have been done, whoever is said to have caused them. */
const MAY_BE_DONE = /time[ds]?[ -]?out|deadline|took too long|abort|cancel|interrupt|unable to process/i;

function unexpectedAnswer(call: string, status: number, why: string): FlorinError {
  const message = `${call}: the answer (HTTP ${status}) is not from the payment service (${why}); is the endpoint right?`;
  return new FlorinError('service_unreachable', message);
}

/** The error of an answer to the operation that is wrong inside. */
function unreadableAnswer(call: string, status: number, why: string): FlorinError {
  const message = `${call}: the payment service's answer (HTTP ${status}) cannot be read (${why})`;
  return new FlorinError('service_unreachable', message);
}

/** Kind and position of an error, without its message, which may quote the answer. */
function describe({ problem }: SoapError): string {
  if (problem.kind === 'too_large') return `more than ${problem.limit} bytes`;
  const what = problem.kind === 'value' && problem.member !== undefined ? problem.member : problem.kind;
  return 'line' in problem ? `${what}, line ${problem.line}, column ${problem.column}` : what;
}

function errorOfText(call: string, word: 'ERROR' | 'a fault', message: string, isRefusal: boolean): FlorinError {
  const apiText = loggableText(message);
  const code = isRefusal ? 'api_rejected' : 'service_unreachable';
  return new FlorinError(code, `The payment service answered ${call} with ${word}: ${apiText}`, { apiText });
}

function errorOfError(operation: OperationName, call: string, message: string, result: unknown): FlorinError {
  const isFailure = FAILED.includes(message);
  const error = errorOfText(call, 'ERROR', message, !isFailure);
  if (!PAYS.includes(operation)) return error;
  const beside = readBeside(result);
  const isUnknown = beside?.mayBePaid === true || !(isFailure || isRefusingText(message));
  return isUnknown ? unknownOutcome(error, beside) : error;
}

function errorOfFault(call: string, { code, text }: SoapFault): FlorinError {
  return errorOfText(call, 'a fault', text, code !== 'Server' && !MAY_BE_DONE.test(text));
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Returns a complete result, or throws. */
function completeResult(operation: OperationName, value: unknown, fail: (why: string) => FlorinError): unknown {
  const { result }: Operation = OPERATIONS[operation];
  if (result === null) return undefined;
  if (isMissing(value)) throw fail(`no ${operation}Result`);
  if (Array.isArray(value)) return value.filter((item) => item !== null);
  const required = REQUIRED_MEMBER[result];
  if (required !== undefined && isMissing((value as Readonly<Record<string, unknown>>)[required]))
    throw fail(`no ${required}`);
  return value;
}

function resultOf<O extends OperationName>(
  operation: O,
  answer: SoapAnswer<O>,
  { call, status, hasResult }: { readonly call: string; readonly status: number; readonly hasResult: boolean },
): unknown {
  if (answer.kind === 'fault') throw errorOfFault(call, answer.fault);
  if (status !== 200) throw unreadableAnswer(call, status, 'a message, but no success of HTTP');
  const { response } = answer.response;
  const value = (answer.response as Readonly<Record<string, unknown>>)[`${operation}Result`];
  if (response.ResponseCode === 'ERROR') {
    if (operation === 'SubmitBatch' && Array.isArray(value) && value.length > 0) {
      return value.filter((item) => item !== null);
    }
    throw errorOfError(operation, call, response.ResponseMessage ?? '', value);
  }
  // A missing boolean reads as false.
  const fail = (why: string) => unreadableAnswer(call, status, why);
  const complete = completeResult(operation, hasResult ? value : undefined, fail);
  if (operation !== 'Login') return complete;
  if (complete === true) return undefined;
  throw errorOfText(call, 'ERROR', 'the login was refused', true);
}

function hasResultElement(operation: OperationName, { body }: Envelope): boolean {
  return body?.children.some(({ local }) => local === `${operation}Result`) ?? false;
}

/** The part of a `Response` that the SOAP client uses. */
export interface SoapFetchAnswer extends FetchAnswer {
  readonly headers: { get(name: string): string | null; getSetCookie(): string[] };
}

/** Options of {@link readSoapAnswer}. */
export interface SoapAnswerOptions {
  /** The client's method, for messages. */
  readonly call: string;
  readonly namespaces: SoapNamespaces;
  readonly limits?: XmlLimits;
  readonly onOddMember?: ((odd: OddMember) => void) | undefined;
}

/**
 * Reads the answer to an operation, as a stream and within the limits.
 *
 * @throws FlorinError by the table above.
 */
export async function readSoapAnswer<O extends OperationName>(
  operation: O,
  response: SoapFetchAnswer,
  { call, namespaces, limits = RESPONSE_LIMITS, onOddMember }: SoapAnswerOptions,
): Promise<SoapResult<O>> {
  const { status, headers, body } = response;
  const { charset } = readMediaType(headers.get('content-type'));
  try {
    const envelope = await readEnvelope(body, { charset, limits });
    const noted = new Set<string>();
    const answer = readResponse(operation, envelope, namespaces, { note: (member) => void noted.add(member) });
    for (const path of noted) onOddMember?.({ call, path, rule: 'format' });
    return resultOf(operation, answer, {
      call,
      status,
      hasResult: hasResultElement(operation, envelope),
    }) as SoapResult<O>;
  } catch (error) {
    if (!(error instanceof SoapError)) throw error;
    const refuse = error.problem.kind === 'value' ? unreadableAnswer : unexpectedAnswer;
    throw refuse(call, status, describe(error));
  }
}
