/** SOAP 1.1 and 1.2 on one URL: calls, pages and faults. docs/wire/soap.md sections 1, 2 and 5. */
import { unexpectedFault, writeFault } from '../../wire/soap/fault.js';
import { writeDiscovery } from '../../wire/soap/discovery.js';
import { writeOperationPage, writeOperationsPage, writeUnknownOperationPage } from '../../wire/soap/help-page.js';
import { answerMessage, answerRefusal, type HttpAnswer } from '../../wire/soap/http-answer.js';
import type { SoapNamespaces, SoapVersion } from '../../wire/soap/namespaces.js';
import type { OperationName, RequestOf, ResponseOf } from '../../wire/soap/operations.js';
import { readCall, type SoapCall } from '../../wire/soap/read-call.js';
import { isRefusal, routeMethod, type Page } from '../../wire/soap/route.js';
import { writeResponse } from '../../wire/soap/write-response.js';
import { writeWsdl } from '../../wire/soap/wsdl.js';
import { REQUEST_LIMITS } from '../../wire/soap/xml-limits.js';
import type { Authenticate } from '../authenticate.js';
import { DroppedConnection, SandboxFault } from '../fault.js';
import type { Disturbances } from '../faults/disturb.js';
import type { Handler, HandlerOptions } from '../lazy-handler.js';
import { publicUrlOf } from '../public-url.js';
import { renderError } from '../rest/render-error.js';
import { withSetCookie } from '../set-cookie.js';
import { CallerGone, createDrainableBody } from './drainable-body.js';
import { findLogin } from './logins.js';
import { readCaller, type BodyCredentials, type CallScope, type SoapRow } from './row.js';
import { ROWS } from './service-1-4-4.js';
import { ServiceError } from './service-error.js';
import { writeError, writeSuccess } from './service-response.js';
import { isSoapPath } from './soap-path.js';

function writeHelpPage(asked: Page, url: URL, namespaces: SoapNamespaces): string {
  if (asked.page === 'operation') return writeOperationPage(asked.operation, url, namespaces);
  if (asked.page === 'unknown_operation') return writeUnknownOperationPage(asked.name, url.pathname);
  return writeOperationsPage(url.pathname);
}

/** @param url the service's URL as the caller wrote it */
function answerPage(asked: Page, url: URL, namespaces: SoapNamespaces): HttpAnswer {
  const address = url.origin + url.pathname;
  if (asked.page === 'wsdl') return answerMessage('1.1', writeWsdl(address, namespaces));
  if (asked.page === 'disco') return answerMessage('1.1', writeDiscovery(address, namespaces));
  const html = writeHelpPage(asked, url, namespaces);
  const { headers, ...answer } = answerMessage('1.1', html);
  return { ...answer, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } };
}

async function answerOperation<O extends OperationName>(
  operation: O,
  parameters: RequestOf<O>,
  scope: CallScope,
): Promise<ResponseOf<O>> {
  const row: SoapRow<O> = ROWS[operation];
  return writeSuccess(operation, await row.answer(parameters, scope));
}

function toResponse(answered: HttpAnswer): Response {
  const headers = new Headers(Object.entries(answered.headers));
  // The rest of a body that is too long is not read, so the connection closes.
  if (answered.status === 413) headers.set('connection', 'close');
  return new Response(answered.body, { status: answered.status, headers });
}

interface CallAnswer {
  readonly answered: HttpAnswer;
  readonly code?: string;
}

export interface SoapHandlerOptions extends HandlerOptions {
  /** The operation and the merchant of a call are known only after the message was read. */
  readonly disturbances: Disturbances;
}

/** Creates the handler. It returns undefined for other paths. */
export function createSoapHandler(options: SoapHandlerOptions): Handler {
  const { context, log, requestLog, isUnavailable, disturbances } = options;
  const { soapNamespaces: namespaces } = context.settings;

  /** Runs an operation. An unexpected error becomes a SOAP fault, without a code of the service. */
  async function answerCall({ version, operation, parameters }: SoapCall, scope: CallScope): Promise<CallAnswer> {
    const write = (response: ResponseOf<OperationName>): CallAnswer => ({
      answered: answerMessage(version, writeResponse(operation, response, { version, namespaces })),
      code: response.response.ResponseCode,
    });
    try {
      return write(await answerOperation(operation, parameters as RequestOf<OperationName>, scope));
    } catch (error) {
      if (error instanceof ServiceError || error instanceof SandboxFault) {
        const result = error instanceof ServiceError ? error.result : undefined;
        return write(writeError(operation, error.message, result));
      }
      return { answered: answerUnexpected(error, version) };
    }
  }

  function answerUnexpected(error: unknown, version: SoapVersion): HttpAnswer {
    const { ResponseText = '' } = renderError(error, { log, random: context.random });
    return answerMessage(version, writeFault(unexpectedFault(version, ResponseText)), 500);
  }

  /** The number of the merchant whose credentials the message has, or of the login. */
  async function findMerchant({ parameters }: SoapCall, cookie: string | null): Promise<string | undefined> {
    const credentials = parameters as BodyCredentials;
    if (credentials.merchantNumber === undefined) return (await findLogin(cookie, context))?.merchant.number;
    try {
      return (await readCaller(credentials, options.authenticate)).merchant.number;
    } catch (error) {
      if (error instanceof ServiceError) return undefined;
      throw error;
    }
  }

  /** Reads a call and answers it, with an injected fault if there is one. */
  async function answerPost(request: Request): Promise<Response> {
    const startedAt = performance.now();
    const body = createDrainableBody(request.body, REQUEST_LIMITS.bytes);
    requestLog.note(request, { request: body.readStart });
    const call = await readCall(request.headers, body.stream, { namespaces });
    if (isRefusal(call)) {
      if (call.status !== 413) await body.drain();
      const refused = answerRefusal(call);
      requestLog.note(request, { response: refused.body });
      return toResponse(refused);
    }
    requestLog.note(request, { operation: call.operation, members: call.parameters });
    const cookie = request.headers.get('cookie');
    const authenticate: Authenticate = async (authorization) => {
      const caller = await options.authenticate(authorization);
      requestLog.note(request, { caller });
      return caller;
    };
    const findCaller = async () => {
      const caller = await findLogin(cookie, context);
      if (caller) requestLog.note(request, { caller });
      return caller;
    };
    const run = async (): Promise<Response> => {
      let newCookie: string | undefined;
      const setCookie = (value: string) => (newCookie = value);
      const scope = {
        context,
        authenticate,
        findLogin: findCaller,
        cookie,
        setCookie,
        isUnavailable: isUnavailable(request),
      };
      const { answered, code } = await answerCall(call, scope);
      requestLog.note(request, { response: answered.body, ...(code !== undefined && { code }) });
      const milliseconds = Math.round(performance.now() - startedAt);
      log({ level: 'info', event: 'soap_call', operation: call.operation, status: answered.status, milliseconds });
      return withSetCookie(toResponse(answered), newCookie);
    };
    const { operation } = call;
    return disturbances.answer({ request, operation, findMerchant: () => findMerchant(call, cookie) }, run);
  }

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const asked = routeMethod(request.method, url.searchParams);
    if (isRefusal(asked)) return toResponse(answerRefusal(asked));
    if (asked.page === 'call') return answerPost(request);
    const own = new URL(publicUrlOf(request, context.settings) + url.pathname);
    return toResponse(answerPage(asked, own, namespaces));
  }

  return async (request, path) => {
    if (!isSoapPath(path)) return undefined;
    try {
      return await answer(request);
    } catch (error) {
      if (error instanceof DroppedConnection) throw error;
      if (error instanceof CallerGone) {
        log({ level: 'info', event: 'caller_gone' });
        return new Response(null, { status: 400 });
      }
      return toResponse(answerUnexpected(error, '1.1'));
    }
  };
}
