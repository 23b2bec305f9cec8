/**
 * The client of the service's REST interface for back ends: every call that a merchant's server makes (T1 to T4, T8,
 * T10, T11, D1 to D8, D11, D12 of wire/rest.md section 2). Runs wherever `fetch` does.
 *
 * Nothing is tried twice. When {@link RestClient.processTransaction} fails with `service_unreachable` or
 * `service_timeout`, the transaction may have been made: look it up with {@link RestClient.searchTransactions} by a
 * reference of your own before you ask again.
 */
import { writeAuthorization } from '../wire/rest/credentials.js';
import { exchange, type Fetch, type FetchAnswer } from './exchange.js';
import type { RestClient, RestVersion } from './rest-api.js';
import type { RestCall } from './rest-call.js';
import { REST_CALLS } from './rest-calls.js';

export type { RestClient, RestVersion } from './rest-api.js';
export type { CallOptions } from './rest-call.js';

/** Where the service is and who calls it. */
export interface RestClientOptions<Version extends RestVersion = RestVersion> {
  /** Absolute URL up to and without `/webapi`. */
  readonly baseUrl: string;
  readonly version: Version;
  readonly merchantNumber: string;
  /** Name of the API user. */
  readonly username: string;
  readonly password: string;
  /** Stands for the platform's `fetch`. It must not follow redirects by itself and must not try again. */
  readonly fetch?: Fetch<FetchAnswer>;
  /** How long a call may take; 100, as the service takes up to that. A shorter time makes slow answers unknown ones. */
  readonly timeoutSeconds?: number;
}

const DEFAULT_TIMEOUT_SECONDS = 100;

function readBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new TypeError('baseUrl must be an absolute http or https URL without query, fragment and credentials');
  }
  return url.href.replace(/\/+$/, '');
}

/**
 * Makes a client for one merchant.
 *
 * @throws TypeError when an option is missing or none that can be used; it does not quote the password.
 */
export function createRestClient<Version extends RestVersion>(
  options: RestClientOptions<Version>,
): RestClient<Version> {
  const { version, timeoutSeconds = DEFAULT_TIMEOUT_SECONDS } = options;
  if (!Object.hasOwn(REST_CALLS, version)) throw new TypeError('version must be "v2" or "v3"');
  if (!(timeoutSeconds > 0 && timeoutSeconds <= 3_600))
    throw new RangeError('timeoutSeconds must be above 0, up to 3600');
  const prefix = `${readBaseUrl(options.baseUrl)}/webapi/${version}`;
  const headers = { Accept: 'application/json', Authorization: writeAuthorization(options) };
  const jsonHeaders = { ...headers, 'Content-Type': 'application/json; charset=utf-8' };
  const send: Fetch<FetchAnswer> = options.fetch ?? ((url, init) => fetch(url, init));

  function methodOf<Args extends readonly unknown[], Result>(
    call: string,
    { write, optionsOf, read }: RestCall<Args, Result>,
  ) {
    return async (...args: Args): Promise<Result> => {
      const { path, ...request } = write(...args);
      const asked = {
        ...request,
        call,
        url: prefix + path,
        headers: request.body === undefined ? headers : jsonHeaders,
      };
      return read(await exchange(send, asked, { timeoutSeconds, signal: optionsOf(...args).signal }), call);
    };
  }

  const methods = Object.entries(REST_CALLS[version]).map(([call, row]) => [
    call,
    methodOf(call, row as RestCall<readonly unknown[], unknown>),
  ]);
  // The tables hold a row for each method, to the letter: `fits` in rest-calls.ts.
  return Object.fromEntries(methods) as RestClient<Version>;
}
