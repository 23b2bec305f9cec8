/** REST, versions 2 and 3: handles requests below `/webapi/`. */
import { SandboxFault } from '../fault.js';
import type { Handler, HandlerOptions } from '../lazy-handler.js';
import { publicUrlOf } from '../public-url.js';
import { isForm } from './form-fields.js';
import { jsonAnswer, notFound, preflight, tooLarge, unsupported, withCookie, wrongVerb } from './http-answer.js';
import { readRequestBody } from './read-request-body.js';
import { renderError } from './render-error.js';
import { createRouter } from './router.js';
import type { RestCall, RestRow } from './row.js';
import { ROWS } from './rows.js';
import { unsupportedCharset, unsupportedCoding } from './unsupported-body.js';

const PREFIX = /^\/webapi\/(v2|v3)(\/.*)?$/i;
const ROUTERS = { v2: createRouter(Object.values(ROWS.v2)), v3: createRouter(Object.values(ROWS.v3)) };

/** Length of the service's session cookie. It has no meaning here, but clients must handle it. */
const COOKIE_LENGTH = 24;
/** Maximum length of a header value that a response quotes. */
const LONGEST_WORD = 40;

/** Creates the handler. It returns undefined for other paths. */
export function createRestHandler(options: HandlerOptions): Handler {
  const { context, authenticate, log, requestLog, isUnavailable } = options;

  function cookieFor(request: Request): string | undefined {
    if (request.headers.has('cookie')) return undefined;
    return `ASP.NET_SessionId=${context.random.digits(COOKIE_LENGTH)}; path=/; secure; HttpOnly`;
  }

  async function answerRow(row: RestRow, call: RestCall, request: Request) {
    try {
      if (isUnavailable(request)) throw new SandboxFault(900);
      return await row.answer(call, context, async (authorization) => {
        const caller = await authenticate(authorization);
        requestLog.note(request, { caller });
        return caller;
      });
    } catch (error) {
      return row.writeFailure(renderError(error, { log, random: context.random }), context);
    }
  }

  return async (request, path) => {
    const [, prefix, below = '/'] = PREFIX.exec(path) ?? [];
    if (!prefix) return undefined;
    const version = prefix.toLowerCase() as keyof typeof ROUTERS;
    const isPreflight = request.method === 'OPTIONS';
    const route = ROUTERS[version](request.method, below);
    if (route.found === 'nothing') return notFound();
    if (route.found === 'path') return isPreflight ? preflight(route.verbs) : wrongVerb(route.verbs);
    const { parameters } = route;
    const contentType = request.headers.get('content-type');
    // The path of the row, not of the request, which contains keys.
    const logged = `/webapi/${version}${route.row.path}`.replace(/\/$/, '');
    requestLog.note(request, { path: logged, parameters });
    const row = (isForm(contentType) ? route.row.form : undefined) ?? route.row;
    if (row.verb !== 'GET') {
      const coding = unsupportedCoding(request.headers);
      if (coding) return unsupported(`The content coding ${coding.slice(0, LONGEST_WORD)} is not supported`);
      // The charset of a form is ignored, because old browsers declare any.
      const charset = row === route.row && !row.path.endsWith('.nv') ? unsupportedCharset(request.headers) : undefined;
      if (charset) return unsupported(`The charset ${charset.slice(0, LONGEST_WORD)} is not supported`);
    }
    const body = row.verb === 'GET' ? { text: '' } : await readRequestBody(request, context.settings.bodyLimitBytes);
    if (body === 'too_large') return tooLarge(context.settings.bodyLimitBytes);
    requestLog.note(request, { request: body.text, isForm: row !== route.row || row.path.endsWith('.nv') });
    const authorization = request.headers.get('authorization');
    const startedAt = performance.now();
    const call: RestCall = {
      parameters,
      authorization,
      // A getter, because few rows need it.
      get origin() {
        return publicUrlOf(request, context.settings);
      },
      contentType,
      body: body.text,
    };
    const answer = await answerRow(row, call, request);
    const { ResponseCode } = answer['APIResponse'] as { readonly ResponseCode: number };
    requestLog.note(request, { response: answer, code: String(ResponseCode) });
    const milliseconds = Math.round(performance.now() - startedAt);
    log({ level: 'info', event: 'call', verb: row.verb, path: logged, ResponseCode, milliseconds });
    const cookie = cookieFor(request);
    return row.respond ? withCookie(await row.respond(answer, call, context), cookie) : jsonAnswer(answer, cookie);
  };
}
