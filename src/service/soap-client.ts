/**
 * The client of the service's SOAP interface 1.4.4 for back ends, from the same tables as the sandbox's reader and the WSDL.
 * It runs wherever `fetch` gives access to `Set-Cookie`, so not in browsers.
 */
import { CONTENT_TYPES, SOAP_NAMESPACES, type SoapNamespaces, type SoapVersion } from '../wire/soap/namespaces.js';
import { actionOf, OPERATION_NAMES, OPERATIONS, type Operation, type OperationName } from '../wire/soap/operations.js';
import { isObjectName, OBJECT_TYPES, type Members } from '../wire/soap/types.js';
import { writeRequest, type RequestDraft } from '../wire/soap/write-request.js';
import { exchangeWith, readTimeout, type Fetch } from './exchange.js';
import type { OddMember } from './read-answer.js';
import { readServiceUrl } from './read-service-url.js';
import { readSoapAnswer, type SoapFetchAnswer } from './soap-answer.js';
import type {
  SoapCallOptions,
  SoapClient,
  SoapCredentials,
  SoapMethodName,
  SoapParameters,
  SoapResult,
} from './soap-api.js';
import { createSoapCookies } from './soap-cookies.js';

/** Options of {@link createSoapClient}. */
export interface SoapClientOptions {
  /** Absolute URL of the service, without a query: `https://service.example/evolve/service_1_4_4.asmx`. */
  readonly endpoint: string;
  /** Allows http to another machine, as in `RestClientOptions`. */
  readonly allowPlainHttp?: boolean | undefined;
  /** The API user and the merchant. */
  readonly credentials: SoapCredentials;
  /** Namespace of every element, and prefix of every SOAPAction. Default: `urn:Eve_1_4_4`. */
  readonly namespace?: string;
  /** Version of the envelope. Default: 1.1. */
  readonly version?: SoapVersion;
  /**
   * Replaces the platform's `fetch`. It must not follow redirects and must not retry. On Node, `createNodeFetch()` of
   * `florin-server/signer/node` also accepts a service that says `100 Continue` without being asked.
   */
  readonly fetch?: Fetch<SoapFetchAnswer>;
  /** Timeout of a call, in seconds. Default: 100. A slower answer is lost. */
  readonly timeoutSeconds?: number;
  /** Called for a member of an answer that decides nothing about money and has an unknown value: a new `TxnType`. */
  readonly onOddMember?: (odd: OddMember) => void;
}

const CREDENTIAL_NAMES = ['username', 'password', 'merchantNumber'] as const;

function readCredentials(credentials: SoapCredentials): SoapCredentials {
  for (const name of CREDENTIAL_NAMES) {
    const value: unknown = credentials[name];
    // Without the value, which is a secret.
    if (typeof value !== 'string' || value === '') throw new TypeError(`credentials.${name} must be a text`);
  }
  const { username, password, merchantNumber } = credentials;
  return { username, password, merchantNumber };
}

function readNamespaces(namespace: string): SoapNamespaces {
  if (typeof namespace !== 'string' || !/^[\x21-\x7e]{1,500}$/.test(namespace) || namespace.includes('"')) {
    throw new TypeError('namespace must be a URI');
  }
  return { ...SOAP_NAMESPACES, service: namespace };
}

/** Refuses unknown members: a misspelt one would not be sent, and the Amount would be another. */
function assertKnown(value: unknown, members: Members, place: string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const type = Object.hasOwn(members, name) ? members[name] : undefined;
    if (type === undefined)
      throw new TypeError(`${place} has no member ${name.slice(0, 40).replace(/\d{4,}/g, '...')}`);
    if (isObjectName(type)) assertKnown(member, OBJECT_TYPES[type], name);
  }
}

export function methodNameOf(operation: OperationName): SoapMethodName {
  return (operation.charAt(0).toLowerCase() + operation.slice(1)) as SoapMethodName;
}

/**
 * Creates a client for one merchant, with one session at a time.
 *
 * @example
 *   const client = createSoapClient({
 *     endpoint: 'https://service.example/evolve/service_1_4_4.asmx',
 *     credentials: { username: 'api-user', password, merchantNumber: '5353109000000000' },
 *   });
 *   await client.login();
 *   const isAvailable = await client.isBankAvailable({ bankId: 1 });
 *
 * @throws TypeError when an option is missing or invalid; the message does not quote the credentials.
 */
export function createSoapClient(options: SoapClientOptions): SoapClient {
  const { version = '1.1' } = options;
  if (!Object.hasOwn(CONTENT_TYPES, version)) throw new TypeError('version must be "1.1" or "1.2"');
  const url = readServiceUrl('endpoint', options.endpoint, options.allowPlainHttp).href;
  const credentials = readCredentials(options.credentials);
  const namespaces = readNamespaces(options.namespace ?? SOAP_NAMESPACES.service);
  const usualSeconds = readTimeout(options.timeoutSeconds);
  const send: Fetch<SoapFetchAnswer> = options.fetch ?? ((address, init) => fetch(address, init));
  const cookies = createSoapCookies();

  function headersOf(operation: OperationName): Readonly<Record<string, string>> {
    const action = actionOf(operation, namespaces);
    const cookie = cookies.header();
    return {
      Accept: CONTENT_TYPES[version].split(';')[0] ?? '',
      ...(version === '1.1'
        ? { 'Content-Type': CONTENT_TYPES[version], SOAPAction: `"${action}"` }
        : { 'Content-Type': `${CONTENT_TYPES[version]}; action="${action}"` }),
      ...(cookie !== undefined && { Cookie: cookie }),
    };
  }

  function bodyOf<O extends OperationName>(operation: O, parameters: SoapParameters<O>): string {
    const { request }: Operation = OPERATIONS[operation];
    const own = CREDENTIAL_NAMES.filter((name) => Object.hasOwn(request, name));
    const open = Object.fromEntries(Object.entries(request).filter(([name]) => !own.some((each) => each === name)));
    assertKnown(parameters, open, methodNameOf(operation));
    const draft = { ...parameters, ...Object.fromEntries(own.map((name) => [name, credentials[name]])) };
    return writeRequest(operation, draft as RequestDraft<O>, { version, namespaces });
  }

  function methodOf<O extends OperationName>(operation: O) {
    const call = methodNameOf(operation);
    return async (
      parameters: SoapParameters<O> = {} as SoapParameters<O>,
      { signal, timeoutSeconds = usualSeconds }: SoapCallOptions = {},
    ): Promise<SoapResult<O>> => {
      const body = bodyOf(operation, parameters);
      const request = { call, method: 'POST', url, headers: headersOf(operation), body } as const;
      const limits = { timeoutSeconds: readTimeout(timeoutSeconds), signal };
      const result = await exchangeWith(send, request, limits, (response) => {
        cookies.take(response.headers);
        return readSoapAnswer(operation, response, { call, namespaces, onOddMember: options.onOddMember });
      });
      if (operation === 'Logout') cookies.clear();
      return result;
    };
  }

  const methods = OPERATION_NAMES.map((operation) => [methodNameOf(operation), methodOf(operation)]);
  // Methods and types both come from the table of operations.
  return Object.fromEntries(methods) as SoapClient;
}
