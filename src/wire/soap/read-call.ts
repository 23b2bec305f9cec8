/** A request to a call of an operation with trusted parameters, or to the refusal that is to be answered. */
import { SOAP_NAMESPACES } from './namespaces.js';
import type { SoapNamespaces, SoapVersion } from './namespaces.js';
import type { OperationName, RequestOf } from './operations.js';
import { readEnvelope } from './read-envelope.js';
import { readRequest } from './read-request.js';
import { isRefusal, refuseMessage, routeEnvelope, routeHeaders } from './route.js';
import type { HeaderSource, Refusal } from './route.js';
import { SoapError } from './soap-error.js';
import { REQUEST_LIMITS } from './xml-limits.js';
import type { XmlLimits } from './xml-limits.js';

/** One call: `operation` says which parameters there are, `version` in which version it is answered. */
export type SoapCall = { readonly [O in OperationName]: CallOf<O> }[OperationName];

/** A call of one operation. */
export interface CallOf<O extends OperationName> {
  readonly version: SoapVersion;
  readonly operation: O;
  readonly parameters: RequestOf<O>;
}

/** What may be set for a service. */
export interface CallOptions {
  readonly namespaces?: SoapNamespaces | undefined;
  readonly limits?: XmlLimits | undefined;
}

/** Reads the body of a POST. It throws nothing of its own: what is wrong with the request is in the refusal. */
export async function readCall(
  headers: HeaderSource,
  body: ReadableStream<Uint8Array> | null,
  { namespaces = SOAP_NAMESPACES, limits = REQUEST_LIMITS }: CallOptions = {},
): Promise<SoapCall | Refusal> {
  const route = routeHeaders(headers, namespaces);
  if (isRefusal(route)) return route;
  // A length that is declared need not be waited for.
  if (Number(headers.get('content-length')) > limits.bytes) return { status: 413 };
  let version: SoapVersion | undefined;
  try {
    const envelope = await readEnvelope(body, { charset: route.charset, limits });
    version = envelope.version;
    const destination = routeEnvelope(route, envelope, namespaces);
    if (isRefusal(destination)) return destination;
    const { operation } = destination;
    return { version, operation, parameters: readRequest(operation, envelope.body, namespaces) } as SoapCall;
  } catch (error) {
    if (error instanceof SoapError) return refuseMessage(route, error, version);
    throw error;
  }
}
