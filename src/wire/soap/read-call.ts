/** Reads a request: the call of an operation with validated parameters, or the refusal to answer it with. */
import { SOAP_NAMESPACES, type SoapNamespaces, type SoapVersion } from './namespaces.js';
import type { OperationName, RequestOf } from './operations.js';
import { readEnvelope } from './read-envelope.js';
import { readRequest } from './read-request.js';
import { isRefusal, refuseMessage, routeEnvelope, routeHeaders, type HeaderSource, type Refusal } from './route.js';
import { SoapError } from './soap-error.js';
import { REQUEST_LIMITS, type XmlLimits } from './xml-limits.js';

/** The call of any operation: `operation` selects the parameters, `version` is that of the answer. */
export type SoapCall = { readonly [O in OperationName]: CallOf<O> }[OperationName];

export interface CallOf<O extends OperationName> {
  readonly version: SoapVersion;
  readonly operation: O;
  readonly parameters: RequestOf<O>;
}

/** Options of {@link readCall}. */
export interface CallOptions {
  readonly namespaces?: SoapNamespaces | undefined;
  readonly limits?: XmlLimits | undefined;
}

/** Reads the body of a POST. It does not throw for an invalid request: it returns a refusal. */
export async function readCall(
  headers: HeaderSource,
  body: ReadableStream<Uint8Array> | null,
  { namespaces = SOAP_NAMESPACES, limits = REQUEST_LIMITS }: CallOptions = {},
): Promise<SoapCall | Refusal> {
  const route = routeHeaders(headers, namespaces);
  if (isRefusal(route)) return route;
  // A declared length is checked before the body is read.
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
