/**
 * Finds the operation of a request and the version of the answer, or the refusal: the rules of docs/wire/soap.md section 5
 * as pure functions.
 */
import { decodeUri } from '../../core/decode-uri.js';
import { FAULT_TEXTS, type FaultCode, type SoapFault } from './fault.js';
import { readMediaType } from './media-type.js';
import type { SoapNamespaces, SoapVersion } from './namespaces.js';
import { isOperationName, operationOfAction, type OperationName } from './operations.js';
import type { Envelope } from './read-envelope.js';
import type { SoapError } from './soap-error.js';
import { isKnownCharset } from './xml-decoder.js';

/** The answer to a request without an operation: a status with an empty body, or a fault with 500. */
export type Refusal = { readonly status: 400 | 405 | 413 | 415 } | { readonly status: 500; readonly fault: SoapFault };

/** The route by the headers alone. */
export interface HeaderRoute {
  /** The version of the content type; it is that of the answer until the envelope is parsed. */
  readonly version: SoapVersion;
  readonly charset: string | null;
  /** The operation, or null when only the Body names it. */
  readonly operation: OperationName | null;
  /** An action without an operation. */
  readonly unknownAction: string | null;
}

/** The operation of a request, and the version of its answer. */
export interface Destination {
  readonly version: SoapVersion;
  readonly operation: OperationName;
}

/** The headers of a request, such as `Headers`. */
export interface HeaderSource {
  get(name: string): string | null;
}

export function isRefusal(value: object): value is Refusal {
  return 'status' in value;
}

function refuse(version: SoapVersion, code: FaultCode, text: string): Refusal {
  return { status: 500, fault: { version, code, text } };
}

function unquoted(value: string): string {
  const trimmed = value.trim();
  return trimmed.length > 1 && trimmed.startsWith('"') && trimmed.endsWith('"') ? trimmed.slice(1, -1) : trimmed;
}

/** The first step, before the body is read. */
export function routeHeaders(headers: HeaderSource, namespaces: SoapNamespaces): HeaderRoute | Refusal {
  const { type, charset, action } = readMediaType(headers.get('content-type'));
  // A content encoding or charset that is not supported is refused by the headers alone.
  const isPacked = !/^\s*(identity\s*)?$/i.test(headers.get('content-encoding') ?? '');
  if (isPacked || (charset !== null && !isKnownCharset(charset))) return { status: 415 };
  if (type === 'application/soap+xml') {
    const operation = action === null ? null : (operationOfAction(action, namespaces) ?? null);
    return { version: '1.2', charset, operation, unknownAction: operation === null ? action : null };
  }
  if (type !== 'text/xml') return { status: 415 };
  const soapAction = headers.get('soapaction');
  if (soapAction === null) return { version: '1.1', charset, operation: null, unknownAction: null };
  // It is a URI, and some clients encode its colon.
  const operation = operationOfAction(decodeUri(unquoted(soapAction)), namespaces);
  // Without the body the version is unknown, so this fault always has version 1.1.
  if (!operation) return refuse('1.1', 'Client', FAULT_TEXTS.unknownSoapAction(unquoted(soapAction)));
  return { version: '1.1', charset, operation, unknownAction: null };
}

/** An envelope of version 1.1 with the media type of 1.2 is refused; the reverse is accepted. */
function isMislabelled(route: HeaderRoute, version: SoapVersion | undefined): boolean {
  return route.version === '1.2' && version === '1.1';
}

/** The second step, with the envelope, whose namespace decides the version of the answer. */
export function routeEnvelope(
  route: HeaderRoute,
  envelope: Envelope,
  { service }: SoapNamespaces,
): Destination | Refusal {
  const { version, headers, body } = envelope;
  if (isMislabelled(route, version)) return { status: 415 };
  const named = body?.uri === service && isOperationName(body.local) ? body.local : null;
  const operation = route.operation ?? named;
  if (operation === null) {
    const { unknownAction } = route;
    return refuse(
      version,
      'Client',
      unknownAction === null ? FAULT_TEXTS.noAction : FAULT_TEXTS.unknownAction(unknownAction),
    );
  }
  const refused = headers.find(({ mustUnderstand }) => mustUnderstand);
  if (refused) return refuse(version, 'MustUnderstand', FAULT_TEXTS.notUnderstood(refused.local));
  return { version, operation };
}

/** The refusal of a message that cannot be read; `version` is that of the envelope, if known. */
export function refuseMessage(route: HeaderRoute, error: SoapError, version?: SoapVersion): Refusal {
  const { problem, message } = error;
  switch (problem.kind) {
    case 'malformed':
      if (route.operation !== null) return { status: 400 };
      if (isMislabelled(route, problem.version)) return { status: 415 };
      return refuse(problem.version ?? route.version, 'Server', FAULT_TEXTS.unprocessable(message));
    case 'too_large':
      return { status: 413 };
    case 'structure':
      if (isMislabelled(route, problem.version)) return { status: 415 };
      return refuse(problem.version ?? route.version, 'Client', FAULT_TEXTS.unreadable(message));
    case 'version':
      return refuse('1.1', 'VersionMismatch', message);
    case 'value': {
      const reason = FAULT_TEXTS.atPlace(problem.line, problem.column, message);
      return refuse(version ?? route.version, 'Client', FAULT_TEXTS.unreadable(reason));
    }
    case 'answer':
      return refuse(version ?? route.version, 'Server', FAULT_TEXTS.unprocessable(message));
  }
}

/** The page of a `GET`. */
export type Page =
  | { readonly page: 'wsdl' | 'disco' }
  | { readonly page: 'operations' }
  | { readonly page: 'unknown_operation'; readonly name: string }
  | { readonly page: 'operation'; readonly operation: OperationName };

/**
 * The route of a method and a query: a call, a page or a refusal. `?WSDL` and `?disco` count in any case; an unknown query
 * shows the list of operations. docs/wire/soap.md sections 1 and 5.
 */
export function routeMethod(method: string, query: URLSearchParams): { readonly page: 'call' } | Page | Refusal {
  if (method === 'POST') return { page: 'call' };
  if (method !== 'GET') return { status: 405 };
  const parameters = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
  if (parameters.has('wsdl')) return { page: 'wsdl' };
  if (parameters.has('disco')) return { page: 'disco' };
  const name = parameters.get('op') ?? '';
  if (name === '') return { page: 'operations' };
  return isOperationName(name) ? { page: 'operation', operation: name } : { page: 'unknown_operation', name };
}
