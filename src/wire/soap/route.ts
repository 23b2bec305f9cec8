/**
 * Which operation a request means, which version answers, and what is answered when it means none: the rules and the
 * table of wire/soap.md section 5, without any input or output.
 */
import { FAULT_TEXTS } from './fault.js';
import type { FaultCode, SoapFault } from './fault.js';
import { readMediaType } from './media-type.js';
import type { SoapNamespaces, SoapVersion } from './namespaces.js';
import { isOperationName, operationOfAction } from './operations.js';
import type { OperationName } from './operations.js';
import type { Envelope } from './read-envelope.js';
import type { SoapError } from './soap-error.js';

/** A request that no operation answers: a bare HTTP status, or a fault with 500. */
export type Refusal = { readonly status: 400 | 405 | 413 | 415 } | { readonly status: 500; readonly fault: SoapFault };

/** What the headers alone decide. */
export interface HeaderRoute {
  /** That of the content type; it answers as long as no envelope is seen. */
  readonly version: SoapVersion;
  readonly charset: string | null;
  /** The operation, or null when the Body has to say it. */
  readonly operation: OperationName | null;
  /** An action that names no operation. */
  readonly unknownAction: string | null;
}

/** The operation that answers a request, and in which version. */
export interface Destination {
  readonly version: SoapVersion;
  readonly operation: OperationName;
}

/** The headers of a request; `Headers` is one. */
export interface HeaderSource {
  get(name: string): string | null;
}

/** True for a request that goes no further. */
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
  if (type === 'application/soap+xml') {
    const operation = action === null ? null : (operationOfAction(action, namespaces) ?? null);
    return { version: '1.2', charset, operation, unknownAction: operation === null ? action : null };
  }
  if (type !== 'text/xml') return { status: 415 };
  const soapAction = headers.get('soapaction');
  if (soapAction === null) return { version: '1.1', charset, operation: null, unknownAction: null };
  const operation = operationOfAction(unquoted(soapAction), namespaces);
  // The body is not even looked at: this one fault is always answered in version 1.1.
  if (!operation) return refuse('1.1', 'Client', FAULT_TEXTS.unknownSoapAction(unquoted(soapAction)));
  return { version: '1.1', charset, operation, unknownAction: null };
}

/** An envelope of version 1.1 does not belong under the media type of 1.2; the reverse is answered. */
function isMislabelled(route: HeaderRoute, version: SoapVersion | undefined): boolean {
  return route.version === '1.2' && version === '1.1';
}

/** The second step, with the envelope: from here on its namespace decides the version of the answer. */
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
  const strange = headers.find(({ mustUnderstand }) => mustUnderstand);
  if (strange) return refuse(version, 'MustUnderstand', FAULT_TEXTS.notUnderstood(strange.local));
  return { version, operation };
}

/** What is answered to a message that cannot be read; `version` is the envelope's, once it is known. */
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

/** What a `GET` asks for. */
export type Page =
  | { readonly page: 'wsdl' }
  | { readonly page: 'operations' }
  | { readonly page: 'operation'; readonly operation: OperationName };

/**
 * What a method and a query ask for: a call, a page, or nothing that exists. `?WSDL` counts in any case; a query that
 * says nothing known shows the list of operations. wire/soap.md sections 1 and 5.
 */
export function routeMethod(method: string, query: URLSearchParams): { readonly page: 'call' } | Page | Refusal {
  if (method === 'POST') return { page: 'call' };
  if (method !== 'GET') return { status: 405 };
  const parameters = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
  if (parameters.has('wsdl')) return { page: 'wsdl' };
  const operation = parameters.get('op') ?? '';
  return isOperationName(operation) ? { page: 'operation', operation } : { page: 'operations' };
}
