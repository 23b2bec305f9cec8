/**
 * The pages that a shopper sees: the frame (T9, D13) and the hosted pages (T12, D14). `GET` shows the form, `POST` to the
 * same address sends it: as a plain form, answered with a redirect or the page again, or by the page's script, which
 * asks for JSON. No answer has a digit of a card or an account in it, and no key is in the log.
 */
import type { Context } from '../context.js';
import { callerOf } from '../ip-address.js';
import type { Log } from '../log.js';
import { forgetFrameEntry } from '../operations/forget-frame-entry.js';
import { readRequestBody } from '../rest/read-request-body.js';
import { renderError } from '../rest/render-error.js';
import { deadPage, donePage, failedPage, wrongRequestPage } from './end-page.js';
import { findPage, type OpenPage } from './find-page.js';
import { fieldsOf, methodsOf, type Method } from './form-fields.js';
import { formPage, freshForm, isKeeping } from './form-page.js';
import { isPagePath, pageAt, type PageAddress } from './page-address.js';
import { serveFiles } from './page-files.js';
import { PRIVATE_HEADERS, pageAnswer, type Page } from './page-shell.js';
import { checkForm, readForm, shownValues } from './read-form.js';
import { sendForm, type Sent } from './send-form.js';
import { WORDS } from './words.js';

/** What the door needs besides the operations' context. */
export interface PagesDoorOptions {
  readonly context: Context;
  readonly log: Log;
  /** True while the service is to be down. */
  readonly isUnavailable: () => boolean;
  /** Text of the built bundle; without it the pages are plain forms. */
  readonly script?: string | undefined;
}

/** An answer on its way: a page, or an address to go to. */
type Reply = { readonly page: Page } | { readonly goTo: string } | { readonly json: object };

function methodIn(url: URL, page: OpenPage): Method {
  const methods = methodsOf(page);
  const asked = url.searchParams.get('method');
  return methods.find((method) => method === asked) ?? methods[0] ?? 'card';
}

function wantsJson(request: Request): boolean {
  return request.headers.get('accept') === 'application/json';
}

/** What the page's script is told. */
function jsonOf(sent: Sent): object {
  // A page that is loaded again says by itself what there is to say.
  if (sent.outcome === 'gone' || (sent.outcome === 'done' && sent.url === null)) return { outcome: 'reload' };
  return sent;
}

/** Makes the door; it answers undefined to a path that is none of its own. */
export function createPagesDoor(options: PagesDoorOptions): (request: Request) => Promise<Response | undefined> {
  const { context, log, isUnavailable, script } = options;
  const { clock, random, settings } = context;
  const served = serveFiles(script, settings);
  const hasScript = script !== undefined;

  async function post(request: Request, url: URL, page: OpenPage): Promise<Reply> {
    const { place } = page.address;
    const body = await readRequestBody(request, settings.bodyLimitBytes);
    if (body === 'too_large') return { page: wrongRequestPage(413, place) };
    const method = methodIn(url, page);
    const fields = fieldsOf(page, method);
    const typed = readForm(body.text, fields);
    if (!typed) return { page: wrongRequestPage(400, place) };
    const now = clock.now();
    const errors = checkForm(typed, fields, now);
    const sent: Sent =
      Object.keys(errors).length > 0
        ? { outcome: 'refused', errors, message: WORDS.check }
        : await sendForm(page, { method, fields, typed, origin: url.origin }, context);
    if (sent.outcome === 'refused' && isKeeping(page)) await forgetFrameEntry(page.key, context);
    if (wantsJson(request)) return { json: jsonOf(sent) };
    if (sent.outcome === 'gone') return show(url, page.address);
    if (sent.outcome === 'done') return sent.url === null ? { page: donePage(page) } : { goTo: sent.url };
    const fresh = { ...freshForm(page, method, hasScript), values: shownValues(typed) };
    if (sent.outcome === 'kept') return { page: formPage(page, { ...fresh, isKept: true }) };
    const retype = method === 'card' ? WORDS.retype : WORDS.retypeAccount;
    return { page: formPage(page, { ...fresh, errors: sent.errors, message: `${sent.message} ${retype}` }) };
  }

  async function show(url: URL, address: PageAddress, request?: Request): Promise<Reply> {
    const found = await findPage(address, context, request && callerOf(request));
    if (found.state !== 'open') {
      return request && wantsJson(request) ? { json: { outcome: 'reload' } } : { page: deadPage(found, address) };
    }
    const { page } = found;
    if (request?.method === 'POST') return post(request, url, page);
    return { page: formPage(page, freshForm(page, methodIn(url, page), hasScript)) };
  }

  async function answerPage(request: Request, url: URL, address: PageAddress): Promise<Response> {
    const { files } = await served;
    let reply: Reply;
    try {
      reply = isUnavailable() ? { page: failedPage(503, address.place, null) } : await show(url, address, request);
    } catch (error) {
      const { ResponseText } = renderError(error, { log, random });
      reply = { page: failedPage(500, address.place, /\(([^)]*)\)$/.exec(ResponseText ?? '')?.[1] ?? null) };
    }
    if ('json' in reply) return Response.json(reply.json, { headers: PRIVATE_HEADERS });
    if ('goTo' in reply)
      return new Response(null, { status: 303, headers: { ...PRIVATE_HEADERS, Location: reply.goTo } });
    return pageAnswer(reply.page, files);
  }

  return async (request) => {
    const url = new URL(request.url);
    if (!isPagePath(request, url.pathname)) return undefined;
    const { find } = await served;
    const file = request.method === 'GET' ? find(url.pathname) : undefined;
    if (file) return file;
    const address = pageAt(url);
    if (!address) return undefined;
    if (!/^(GET|HEAD|POST)$/.test(request.method)) {
      return new Response(null, { status: 405, headers: { ...PRIVATE_HEADERS, Allow: 'GET, POST' } });
    }
    const startedAt = performance.now();
    const response = await answerPage(request, url, address);
    const milliseconds = Math.round(performance.now() - startedAt);
    log({
      level: 'info',
      event: 'page',
      verb: request.method,
      page: address.name,
      status: response.status,
      milliseconds,
    });
    return response;
  };
}
