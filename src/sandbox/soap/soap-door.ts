/** SOAP 1.1 and 1.2 on one URL: from a request to its answer, page, or fault. wire/soap.md sections 1, 2 and 5. */
import { unexpectedFault, writeFault } from '../../wire/soap/fault.js';
import { writeOperationPage, writeOperationsPage } from '../../wire/soap/help-page.js';
import { answerMessage, answerRefusal, type HttpAnswer } from '../../wire/soap/http-answer.js';
import type { SoapNamespaces, SoapVersion } from '../../wire/soap/namespaces.js';
import type { OperationName, RequestOf, ResponseOf } from '../../wire/soap/operations.js';
import { readCall, type SoapCall } from '../../wire/soap/read-call.js';
import { isRefusal, routeMethod, type Page } from '../../wire/soap/route.js';
import { writeResponse } from '../../wire/soap/write-response.js';
import { writeWsdl } from '../../wire/soap/wsdl.js';
import { REQUEST_LIMITS } from '../../wire/soap/xml-limits.js';
import { DroppedConnection, SandboxFault } from '../fault.js';
import type { FaultRules } from '../faults/fault-rules.js';
import { injectFault } from '../faults/inject-fault.js';
import { renderError } from '../rest/render-error.js';
import type { RestDoorOptions } from '../rest/rest-door.js';
import { createLogins } from './logins.js';
import { createPatientBody } from './patient-body.js';
import type { CallScope, Row } from './row.js';
import { ROWS } from './service-1-4-4.js';
import { ServiceError } from './service-error.js';
import { writeError, writeSuccess } from './service-response.js';
import { isSoapPath } from './soap-path.js';

function answerPage({ page, ...asked }: Page, url: URL, namespaces: SoapNamespaces): HttpAnswer {
  if (page === 'wsdl') return answerMessage('1.1', writeWsdl(url.origin + url.pathname, namespaces));
  const html =
    'operation' in asked ? writeOperationPage(asked.operation, url, namespaces) : writeOperationsPage(url.pathname);
  const { headers, ...answer } = answerMessage('1.1', html);
  return { ...answer, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } };
}

async function answerOperation<O extends OperationName>(
  operation: O,
  parameters: RequestOf<O>,
  scope: CallScope,
): Promise<ResponseOf<O>> {
  const row: Row<O> = ROWS[operation];
  return writeSuccess(operation, await row.answer(parameters, scope));
}

function toResponse(answered: HttpAnswer, headers = new Headers()): Response {
  for (const [name, value] of Object.entries(answered.headers)) headers.set(name, value);
  // The rest of a body that is too long is not read, so the connection ends.
  if (answered.status === 413) headers.set('connection', 'close');
  return new Response(answered.body, { status: answered.status, headers });
}

/** What the door is made from. */
export interface SoapDoorOptions extends RestDoorOptions {
  /** Faults by the operation's name, which only a message that was read has. */
  readonly faults: FaultRules;
}

/** Makes the door; it answers undefined to every other path. */
export function createSoapDoor(
  options: SoapDoorOptions,
): (request: Request, path: string) => Promise<Response | undefined> {
  const { context, authenticate, log, isUnavailable, faults } = options;
  const { soapNamespaces: namespaces } = context.settings;
  const logins = createLogins(context);

  /** An operation's answer, or the fault of something unexpected. */
  async function answerCall({ version, operation, parameters }: SoapCall, scope: CallScope): Promise<HttpAnswer> {
    const write = (response: ResponseOf<OperationName>) =>
      answerMessage(version, writeResponse(operation, response, { version, namespaces }));
    try {
      return write(await answerOperation(operation, parameters as RequestOf<OperationName>, scope));
    } catch (error) {
      if (error instanceof ServiceError || error instanceof SandboxFault) {
        const result = error instanceof ServiceError ? error.result : undefined;
        return write(writeError(operation, error.message, result));
      }
      return answerUnexpected(error, version);
    }
  }

  function answerUnexpected(error: unknown, version: SoapVersion): HttpAnswer {
    const { ResponseText = '' } = renderError(error, { log, random: context.random });
    return answerMessage(version, writeFault(unexpectedFault(version, ResponseText)), 500);
  }

  /** Reads a call, has it answered, and does to it what a fault says. */
  async function answerPost(request: Request): Promise<Response> {
    const startedAt = performance.now();
    const body = createPatientBody(request.body, REQUEST_LIMITS.bytes);
    const call = await readCall(request.headers, body.stream, { namespaces });
    if (isRefusal(call)) {
      if (call.status !== 413) await body.drain();
      return toResponse(answerRefusal(call));
    }
    const run = async (): Promise<Response> => {
      const headers = new Headers();
      const setCookie = (value: string) => headers.set('set-cookie', value);
      const cookie = request.headers.get('cookie');
      const scope = { context, authenticate, logins, cookie, setCookie, isUnavailable: isUnavailable() };
      const answered = await answerCall(call, scope);
      const milliseconds = Math.round(performance.now() - startedAt);
      log({ level: 'info', event: 'soap_call', operation: call.operation, status: answered.status, milliseconds });
      return toResponse(answered, headers);
    };
    const fault = faults.take(call.operation);
    return fault ? injectFault(fault, run, context.wait) : run();
  }

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const asked = routeMethod(request.method, url.searchParams);
    if (isRefusal(asked)) return toResponse(answerRefusal(asked));
    return asked.page === 'call' ? answerPost(request) : toResponse(answerPage(asked, url, namespaces));
  }

  return async (request, path) => {
    if (!isSoapPath(request, path)) return undefined;
    try {
      return await answer(request);
    } catch (error) {
      if (error instanceof DroppedConnection) throw error;
      // A body that breaks off is nobody's message: no version is known.
      return toResponse(answerUnexpected(error, '1.1'));
    }
  };
}
