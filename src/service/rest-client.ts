/**
 * The client of the service's REST interface for back ends, with every server call (T1 to T4, T8, T10, T11, D1 to D8, D11,
 * D12 of docs/wire/rest.md section 2). It runs wherever `fetch` does.
 *
 * It never repeats a call that may have done something. When {@link RestClient.processTransaction} rejects with a FlorinError
 * other than `api_rejected`, the transaction may have been made: look it up with {@link RestClient.searchTransactions} by a
 * reference of your own before you call again.
 */
import { isFlorinError } from '../core/errors.js';
import { trimSlashes } from '../core/trim-slashes.js';
import { writeAuthorization } from '../wire/rest/credentials.js';
import { exchange, readTimeout, type Fetch, type FetchAnswer } from './exchange.js';
import { readServiceUrl } from './read-service-url.js';
import type { OddMember } from './read-answer.js';
import type { RestClient, RestVersion } from './rest-api.js';
import type { RestCall } from './rest-call.js';
import { REST_CALLS } from './rest-calls.js';

export type { OddMember } from './read-answer.js';
export type { RestClient, RestVersion } from './rest-api.js';

/** Options of {@link createRestClient}. */
export interface RestClientOptions<Version extends RestVersion = RestVersion> {
  /** Absolute URL up to and without `/webapi`. */
  readonly baseUrl: string;
  /** Allows http to another machine. Only for a private network, such as one of containers. */
  readonly allowPlainHttp?: boolean | undefined;
  /** Version of the interface that is called: requests and answers have its form. */
  readonly version: Version;
  /** Number of the merchant, as text. */
  readonly merchantNumber: string;
  /** Name of the API user. */
  readonly username: string;
  /** Password of the API user. */
  readonly password: string;
  /** Used as well as `password`, whichever the service accepts: for a change of the password at the service. */
  readonly otherPassword?: string | undefined;
  /** Replaces the platform's `fetch`. It must not follow redirects and must not retry. */
  readonly fetch?: Fetch<FetchAnswer>;
  /** Timeout of a call, in seconds. Default: 100, because the service may take that long. A slower answer is lost. */
  readonly timeoutSeconds?: number;
  /**
   * Called for a member of an answer that decides nothing about money and has another form than documented. It is left out, or
   * read as text if it is a whole number; a member that decides makes the call fail.
   */
  readonly onOddMember?: (odd: OddMember) => void;
}

/**
 * Creates a client for one merchant.
 *
 * @example
 *   const client = createRestClient({
 *     version: 'v3',
 *     baseUrl: 'https://service.example',
 *     merchantNumber: '5353109000000000',
 *     username: 'api-user',
 *     password: process.env.FLORIN_PASSWORD,
 *   });
 *   const transaction = await client.getTransaction('1001');
 *
 * @throws TypeError when an option is missing or invalid; the message does not quote the password.
 */
export function createRestClient<Version extends RestVersion>(
  options: RestClientOptions<Version>,
): RestClient<Version> {
  const { version } = options;
  if (!Object.hasOwn(REST_CALLS, version)) throw new TypeError('version must be "v2" or "v3"');
  const timeoutSeconds = readTimeout(options.timeoutSeconds);
  const url = readServiceUrl('baseUrl', options.baseUrl, options.allowPlainHttp);
  const prefix = `${trimSlashes(url.href)}/webapi/${version}`;
  const passwords = [options.password, ...(options.otherPassword === undefined ? [] : [options.otherPassword])];
  const credentials = passwords.map((password) => writeAuthorization({ ...options, password }));
  /** The place in `credentials` of those that the service accepted last. */
  let accepted = 0;
  const send: Fetch<FetchAnswer> = options.fetch ?? ((url, init) => fetch(url, init));

  function methodOf<Args extends readonly unknown[], Result>(
    call: string,
    { write, optionsOf, read }: RestCall<Args, Result>,
  ) {
    return async (...args: Args): Promise<Result> => {
      const { path, ...written } = write(...args);
      const { onAnswer, signal } = optionsOf(...args);
      const sendAs = async (place: number) => {
        const headers = {
          ...{ Accept: 'application/json', Authorization: credentials[place] ?? '' },
          ...(written.body !== undefined && { 'Content-Type': 'application/json; charset=utf-8' }),
        };
        const answer = await exchange(
          send,
          { ...written, call, url: prefix + path, headers },
          { timeoutSeconds, signal },
        );
        onAnswer?.(answer.time);
        return read(answer, call, options.onOddMember);
      };
      const place = accepted;
      try {
        return await sendAs(place);
      } catch (error) {
        // Refused before anything was done.
        if (credentials.length === 1 || !isUnauthorised(error)) throw error;
        const result = await sendAs(1 - place);
        accepted = 1 - place;
        return result;
      }
    };
  }

  const methods = Object.entries(REST_CALLS[version]).map(([call, row]) => [
    call,
    methodOf(call, row as RestCall<readonly unknown[], unknown>),
  ]);
  // The tables have a row for each method: `fits` in rest-calls.ts.
  return Object.fromEntries(methods) as RestClient<Version>;
}

/** The API code of a user or password that the service does not know. */
const INVALID_LOGIN = 1;

function isUnauthorised(error: unknown): boolean {
  return isFlorinError(error) && error.code === 'api_rejected' && error.apiCode === INVALID_LOGIN;
}
