/**
 * The shopper's pages: the frame (T9, D13) and the hosted pages (T12, D14). `GET` shows the form; `POST` to the same
 * URL submits it. A plain form gets a redirect or the page again; the page's script asks for JSON. No response contains
 * digits of a card or an account, and no key is logged.
 */
import { callerOf } from '../ip-address.js';
import type { Handler, HandlerOptions } from '../lazy-handler.js';
import { clearFrameEntry } from '../operations/clear-frame-entry.js';
import { publicUrlOf } from '../public-url.js';
import { readRequestBody } from '../rest/read-request-body.js';
import { renderError } from '../rest/render-error.js';
import { closedPage, donePage, failedPage, wrongRequestPage } from './end-page.js';
import { findPage, type OpenPage } from './find-page.js';
import { fieldsOf, isEntryOnly, methodsOf, type Method } from './form-fields.js';
import { formPage, freshForm, isCompletable } from './form-page.js';
import { isPagePath, pageAt, type PageAddress } from './page-address.js';
import { serveFiles } from './page-files.js';
import { logPage, PRIVATE_HEADERS } from './document.js';
import { pageAnswer, type Page } from './page-shell.js';
import { checkForm, readForm, shownValues } from './read-form.js';
import { sendForm, type Sent } from './send-form.js';
import { MESSAGES } from './messages.js';

export interface PagesHandlerOptions extends Pick<HandlerOptions, 'context' | 'log' | 'isUnavailable'> {
  /** Text of the built script. Without it, the pages are plain forms. */
  readonly script?: string | undefined;
}

/** A response before it is rendered: a page, a redirect or JSON. */
type Reply = { readonly page: Page } | { readonly goTo: string } | { readonly json: object };

function methodIn(url: URL, page: OpenPage): Method {
  const methods = methodsOf(page);
  const asked = url.searchParams.get('method');
  return methods.find((method) => method === asked) ?? methods[0] ?? 'card';
}

function wantsJson(request: Request): boolean {
  return request.headers.get('accept') === 'application/json';
}

/** The JSON response to the page's script. */
function jsonOf(sent: Sent): object {
  // After a reload, the page itself shows the state.
  if (sent.outcome === 'gone' || (sent.outcome === 'done' && sent.url === null)) return { outcome: 'reload' };
  return sent;
}

/** Creates the handler. It returns undefined for other paths. */
export function createPagesHandler(options: PagesHandlerOptions): Handler {
  const { context, log, isUnavailable, script } = options;
  const { clock, random, settings } = context;
  const served = serveFiles(script, settings);
  const hasScript = script !== undefined;

  async function post(request: Request, url: URL, page: OpenPage): Promise<Reply> {
    const saved = context.frameSaves.begin(page.key.authKey);
    try {
      return await takeForm(request, url, page);
    } finally {
      saved();
    }
  }

  async function takeForm(request: Request, url: URL, page: OpenPage): Promise<Reply> {
    const { place } = page.address;
    const body = await readRequestBody(request, settings.bodyLimitBytes);
    if (body === 'too_large') return { page: wrongRequestPage(413, place) };
    const method = methodIn(url, page);
    const fields = fieldsOf(page, method);
    const typed = readForm(body.text, fields);
    if (!typed) return { page: wrongRequestPage(400, place) };
    const now = clock.now();
    const errors = checkForm(typed, fields, now);
    const isWhole = Object.keys(errors).length === 0;
    const right = Object.fromEntries(Object.entries(typed).filter(([id]) => !(id in errors)));
    const sent: Sent =
      isWhole || isCompletable(page, errors)
        ? await sendForm(page, { method, fields, typed: right, origin: publicUrlOf(request, settings) }, context)
        : { outcome: 'refused', errors, message: MESSAGES.check };
    if (sent.outcome === 'refused' && isEntryOnly(page)) await clearFrameEntry(page.key, context);
    if (wantsJson(request)) return { json: jsonOf(sent) };
    if (sent.outcome === 'gone') return show(url, page.address);
    if (sent.outcome === 'done') return sent.url === null ? { page: donePage(page) } : { goTo: sent.url };
    const fresh = { ...freshForm(page, method, hasScript), values: shownValues(typed) };
    if (sent.outcome === 'stored' && isWhole) return { page: formPage(page, { ...fresh, isStored: true }) };
    const retype = method === 'bank_account' ? MESSAGES.retypeAccount : MESSAGES.retype;
    const refused = sent.outcome === 'refused' ? sent : { errors, message: MESSAGES.check };
    return { page: formPage(page, { ...fresh, errors: refused.errors, message: `${refused.message} ${retype}` }) };
  }

  async function show(url: URL, address: PageAddress, request?: Request): Promise<Reply> {
    const found = await findPage(address, context, request && callerOf(request));
    if (found.state !== 'open') {
      return request && wantsJson(request) ? { json: { outcome: 'reload' } } : { page: closedPage(found, address) };
    }
    const { page } = found;
    if (request?.method === 'POST') return post(request, url, page);
    return { page: formPage(page, freshForm(page, methodIn(url, page), hasScript)) };
  }

  async function answerPage(request: Request, url: URL, address: PageAddress): Promise<Response> {
    const { files } = await served;
    let reply: Reply;
    try {
      reply = isUnavailable(request)
        ? { page: failedPage(503, address.place, null) }
        : await show(url, address, request);
    } catch (error) {
      const { ResponseText } = renderError(error, { log, random });
      reply = { page: failedPage(500, address.place, /\(([^()]*)\)$/.exec(ResponseText ?? '')?.[1] ?? null) };
    }
    if ('json' in reply) return Response.json(reply.json, { headers: PRIVATE_HEADERS });
    if ('goTo' in reply)
      return new Response(null, { status: 303, headers: { ...PRIVATE_HEADERS, Location: reply.goTo } });
    return pageAnswer(reply.page, files);
  }

  return async (request) => {
    const url = new URL(request.url);
    if (!isPagePath(url.pathname)) return undefined;
    const { find } = await served;
    const file = request.method === 'GET' ? find(url.pathname) : undefined;
    if (file) return file;
    const address = pageAt(url, settings.publicPath);
    if (!address) return undefined;
    if (!/^(GET|HEAD|POST)$/.test(request.method)) {
      return new Response(null, { status: 405, headers: { ...PRIVATE_HEADERS, Allow: 'GET, POST' } });
    }
    const page = { verb: request.method, page: address.name };
    return logPage(log, page, () => answerPage(request, url, address));
  };
}
