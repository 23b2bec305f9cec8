/**
 * What an answer of the SOAP interface becomes. Nothing else decides it; wire/soap.md sections 3 to 5.
 *
 * | the answer                                    | becomes               | meaning                                    |
 * | --------------------------------------------- | --------------------- | ------------------------------------------ |
 * | `SUCCESS` with its result                     | the result            | it worked; whether it was paid is in the result's ResponseCode: a declined card is a result |
 * | `SUCCESS`, LoginResult false                  | `api_rejected`        | no login                                   |
 * | `SUCCESS`, SubmitBatch                        | the empty list        | the file was taken                         |
 * | `ERROR` of SubmitBatch with a list            | the list              | the file was not taken; what is wrong with it, line by line |
 * | `ERROR` with the words of 900 or 999          | `service_unreachable` | the service is there but does not work; ask later |
 * | `ERROR`                                       | `api_rejected`        | the service refused the call; `apiText` says why |
 * | a fault of the caller (Client, Sender, VersionMismatch, MustUnderstand) | `api_rejected` | the service could not read the request; nothing was done |
 * | a fault of the service (Server, Receiver, unknown ones) | `service_unreachable` | it broke while at it; what was asked for may have been done |
 * | all else: no XML, half of it, another operation's answer, `SUCCESS` without its result, not HTTP 200 | `service_unreachable` | not the service's answer; what was asked for may have been done |
 *
 * Errors of `ERROR` and of faults carry `apiText`, the service's words without anything that could be a card number.
 * There is no `apiCode`: this interface has none.
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
import { loggableText } from './loggable-text.js';
import type { SoapResult } from './soap-api.js';

/** The member without which a result of a type is half a result. */
const PROOF: Partial<Readonly<Record<TypeName, string>>> = {
  TokenResponse: 'Token',
  BankAccountTokenResponse: 'Token',
  TokeniseResponse: 'DataVaultToken',
  TxnResponse: 'ResponseCode',
  BatchDownloadFile: 'Content',
};

/** The words of the two codes that are no refusal: this interface has words only. Our choice. */
const FAILURES: readonly string[] = [API_CODES[900], API_CODES[999]];

function strangeAnswer(call: string, status: number, why: string): FlorinError {
  const message = `${call}: the answer (HTTP ${status}) is none of the payment service (${why}); is the endpoint right?`;
  return new FlorinError('service_unreachable', message);
}

/** The kind of what is wrong and its place; the error's own words may quote the answer. */
function describe({ problem }: SoapError): string {
  if (problem.kind === 'too_large') return `more than ${problem.limit} bytes`;
  return 'line' in problem ? `${problem.kind}, line ${problem.line}, column ${problem.column}` : problem.kind;
}

function errorOfText(call: string, word: 'ERROR' | 'a fault', message: string, isRefusal: boolean): FlorinError {
  const apiText = loggableText(message);
  const code = isRefusal ? 'api_rejected' : 'service_unreachable';
  return new FlorinError(code, `The payment service answered ${call} with ${word}: ${apiText}`, { apiText });
}

function errorOfFault(call: string, { code, text }: SoapFault): FlorinError {
  return errorOfText(call, 'a fault', text, code !== 'Server');
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** A result that is whole, or the error of the one that is not. */
function wholeResult(operation: OperationName, value: unknown, fail: (why: string) => FlorinError): unknown {
  const { result }: Operation = OPERATIONS[operation];
  if (result === null) return undefined;
  if (isMissing(value)) throw fail(`no ${operation}Result`);
  if (Array.isArray(value)) return value.filter((item) => item !== null);
  const proof = PROOF[result];
  if (proof !== undefined && isMissing((value as Readonly<Record<string, unknown>>)[proof])) throw fail(`no ${proof}`);
  return value;
}

function resultOf<O extends OperationName>(
  operation: O,
  answer: SoapAnswer<O>,
  { call, status, hasResult }: { readonly call: string; readonly status: number; readonly hasResult: boolean },
): unknown {
  if (answer.kind === 'fault') throw errorOfFault(call, answer.fault);
  if (status !== 200) throw strangeAnswer(call, status, 'a message, but no success of HTTP');
  const { response } = answer.response;
  const value = (answer.response as Readonly<Record<string, unknown>>)[`${operation}Result`];
  if (response.ResponseCode === 'ERROR') {
    if (operation === 'SubmitBatch' && Array.isArray(value) && value.length > 0) {
      return value.filter((item) => item !== null);
    }
    const message = response.ResponseMessage ?? '';
    throw errorOfText(call, 'ERROR', message, !FAILURES.includes(message));
  }
  // A boolean that is missing reads as false.
  const fail = (why: string) => strangeAnswer(call, status, why);
  const whole = wholeResult(operation, hasResult ? value : undefined, fail);
  if (operation !== 'Login') return whole;
  if (whole === true) return undefined;
  throw errorOfText(call, 'ERROR', 'the login was refused', true);
}

function hasResultElement(operation: OperationName, { body }: Envelope): boolean {
  return body?.children.some(({ local }) => local === `${operation}Result`) ?? false;
}

/** What a reader must know besides the operation. */
export interface SoapAnswerOptions {
  /** The client's method, for messages. */
  readonly call: string;
  readonly namespaces: SoapNamespaces;
  readonly limits?: XmlLimits;
}

/**
 * Reads the answer to an operation, as a stream and within the limits.
 *
 * @throws FlorinError by the table above.
 */
export async function readSoapAnswer<O extends OperationName>(
  operation: O,
  response: Response,
  { call, namespaces, limits = RESPONSE_LIMITS }: SoapAnswerOptions,
): Promise<SoapResult<O>> {
  const { status, headers, body } = response;
  const { charset } = readMediaType(headers.get('content-type'));
  try {
    const envelope = await readEnvelope(body, { charset, limits });
    const answer = readResponse(operation, envelope, namespaces);
    return resultOf(operation, answer, {
      call,
      status,
      hasResult: hasResultElement(operation, envelope),
    }) as SoapResult<O>;
  } catch (error) {
    throw error instanceof SoapError ? strangeAnswer(call, status, describe(error)) : error;
  }
}
