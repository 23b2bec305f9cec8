/**
 * All that answers requests to the sandbox, in the order in which it is asked. Each has a table of its routes, or one path;
 * the code of all but REST is loaded on the first request.
 */
import { isOfficePath } from './backoffice/office-path.js';
import type { Context } from './context.js';
import type { SandboxControl } from './control.js';
import type { Switches } from './control/switches.js';
import { assertToken } from './control/gate.js';
import type { Disturbances } from './faults/disturb.js';
import { createLazyHandler, firstOf, type Handler, type HandlerOptions } from './lazy-handler.js';
import { isPagePath } from './pages/page-address.js';
import { notFound } from './rest/http-answer.js';
import { createRestHandler } from './rest/rest-handler.js';
import { answerReady, answerRootPage } from './root-page.js';
import { isSoapPath } from './soap/soap-path.js';
import { isCatcherPath } from './webhooks/catcher-path.js';

/** Options of a sandbox that only its handlers need. */
export interface AnswerOptions {
  /** Reads the built script of the pages, once, with the first page. Without it, the pages are plain forms. */
  readonly pageScript?: (() => string | undefined) | undefined;
  /** Reads the built script of the REST reference, once, with its first page. Without it, its calls are to copy only. */
  readonly referenceScript?: (() => string | undefined) | undefined;
  /** Reads the built script of the back office, once, with its first page. */
  readonly officeScript?: (() => string | undefined) | undefined;
  /** Enables the control API below `/_sandbox`. */
  readonly controlApi?: ControlApiOptions | undefined;
}

/** Options of the control API. */
export interface ControlApiOptions {
  /** At least 16 characters. Callers send it in the header `Florin-Control-Token`. */
  readonly token: string;
  /** Host names of the sandbox besides loopback. */
  readonly hosts?: readonly string[];
}

interface Parts extends AnswerOptions, Pick<HandlerOptions, 'context' | 'log' | 'requestLog'> {
  readonly disturbances: Disturbances;
  readonly switches: Switches;
  /** Aborts when the sandbox closes. */
  readonly closing: AbortSignal;
}

const checkStore = ({ store }: Context) => store.read((view) => view.findMerchant(0));

/** Creates the handler of what the service has: calls, pages, documents. */
export function createServiceHandler(
  parts: Parts & Pick<HandlerOptions, 'authenticate'>,
): (request: Request, path: string) => Promise<Response> {
  const { context, disturbances, pageScript, referenceScript } = parts;
  const options = { ...parts, isUnavailable: disturbances.isUnavailable };
  const answer = firstOf([
    createLazyHandler(isPagePath, async () => {
      const { createPagesHandler } = await import('./pages/pages-handler.js');
      return createPagesHandler({ ...options, script: pageScript?.() });
    }),
    createRestHandler(options),
    createLazyHandler(isSoapPath, async () => (await import('./soap/soap-handler.js')).createSoapHandler(options)),
    createLazyHandler(
      (path) => path.startsWith('/3ds/'),
      async () => (await import('./pages/challenge-handler.js')).createChallengeHandler(options),
    ),
    createLazyHandler(
      (path, { method }) => /^\/openapi(\/|$)/.test(path) && /^(GET|HEAD)$/.test(method),
      async () =>
        (await import('./openapi/openapi-answers.js')).createOpenApiAnswers(context.settings, referenceScript?.()),
    ),
    (request, path) => answerRootPage(request, path, () => checkStore(context)),
  ]);
  return async (request, path) => (await answer(request, path)) ?? notFound();
}

/**
 * Creates the handler of what stands beside the service: control API, back office and caught webhooks.
 *
 * @throws RangeError for a short token of the control API: the lazy handler would throw only with the first call
 */
export function createOfficeHandlers(parts: Parts & { readonly control: SandboxControl }): Handler {
  const { context, control, controlApi, log, officeScript, switches } = parts;
  if (controlApi) assertToken(controlApi.token);
  const answerControl =
    controlApi &&
    createLazyHandler(
      (path) => /^\/_sandbox(\/|$)/.test(path),
      async () => {
        const { createControlHandler } = await import('./control/control-handler.js');
        return createControlHandler({ hosts: [], ...controlApi, context, control, log });
      },
    );
  return firstOf([
    ...(answerControl ? [answerControl] : []),
    async (request, path) =>
      path === '/ready' && /^(GET|HEAD)$/.test(request.method) ? answerReady(() => checkStore(context)) : undefined,
    createLazyHandler(isOfficePath, async () => {
      const { createOfficeHandler } = await import('./backoffice/office-handler.js');
      return createOfficeHandler({ ...parts, script: officeScript?.(), catchers: switches.catchers });
    }),
    createLazyHandler(isCatcherPath, async () => (await import('./webhooks/catcher.js')).createCatcher(context)),
  ]);
}
