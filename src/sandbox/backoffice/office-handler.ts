/**
 * The back office: its page, its script, and its API below `/backoffice/api`. Four checks refuse a page of another
 * origin: the cookie is SameSite=Strict, the request's headers show its origin, a body must be JSON, which needs a CORS
 * preflight that is not allowed, and no answer can be read by another origin.
 */
import { parseBody, readBodyText } from '../control/read-body.js';
import { SetupError } from '../control/read-setup.js';
import { SandboxFault } from '../fault.js';
import type { Handler } from '../lazy-handler.js';
import { isFromOwnOrigin } from '../own-origin.js';
import { renderError } from '../rest/render-error.js';
import { createRouter } from '../rest/router.js';
import { withSetCookie } from '../set-cookie.js';
import { ACTION_ROWS } from './action-rows.js';
import { FACILITY_ROWS } from './facility-rows.js';
import { BATCH_ROWS } from './batch-rows.js';
import { CAUGHT_ROWS } from './caught-rows.js';
import { CALL_ROWS } from './call-rows.js';
import type { OfficeRefusal } from './api.js';
import { DASHBOARD_ROWS } from './dashboard-rows.js';
import { OfficeFault } from './office-fault.js';
import { LOOKUP_ROWS } from './lookup-rows.js';
import { createOfficePages } from './office-page.js';
import { isOfficePath } from './office-path.js';
import type { OfficeParts, OfficeRow, OfficeScope, Reply } from './row.js';
import { createRunAction } from './run-action.js';
import { SANDBOX_ROWS } from './sandbox-rows.js';
import { SIGN_IN_ROWS } from './sign-in-rows.js';
import { findPerson, storeUse, type Person } from './sessions.js';
import { SESSION_ROWS } from './session-rows.js';
import { SETTLEMENT_ROWS } from './settlement-rows.js';
import { SUPPORT_ROWS } from './support-rows.js';
import { createThrottle } from './throttle.js';
import { TOKEN_ROWS } from './token-rows.js';
import { TRANSACTION_ROWS } from './transaction-rows.js';
import { USER_ROWS } from './user-rows.js';
import { WEBHOOK_ROWS } from './webhook-rows.js';

export interface OfficeHandlerOptions extends OfficeParts {
  /** Text of the built script; undefined where it was not built. */
  readonly script: string | undefined;
}

/** Every row of the API. A new page adds its rows here. */
export const OFFICE_ROWS: readonly OfficeRow[] = [
  ...SIGN_IN_ROWS,
  ...USER_ROWS,
  ...SESSION_ROWS,
  ...ACTION_ROWS,
  ...FACILITY_ROWS,
  ...DASHBOARD_ROWS,
  ...TRANSACTION_ROWS,
  ...TOKEN_ROWS,
  ...BATCH_ROWS,
  ...LOOKUP_ROWS,
  ...SETTLEMENT_ROWS,
  ...WEBHOOK_ROWS,
  ...CAUGHT_ROWS,
  ...CALL_ROWS,
  ...SUPPORT_ROWS,
  ...SANDBOX_ROWS,
];

const API = /^\/backoffice\/api(\/.*)$/;
const BODY_LIMIT_BYTES = 256 * 1024;
const HEADERS = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

function withHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
  return response;
}

function refuse(status: number, message: string, code: number | null = null): Response {
  return Response.json({ message, code } satisfies OfficeRefusal, { status });
}

function toResponse(reply: Reply): Response {
  if ('response' in reply) return reply.response;
  return withSetCookie(Response.json(reply.json), reply.cookie);
}

/** @throws SetupError */
async function readText(request: Request, limitBytes: number): Promise<string> {
  const text = await readBodyText(request, limitBytes);
  if (text !== '' && !/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    throw new SetupError('The body must be JSON, as application/json');
  }
  return text;
}

/** Creates the handler. It returns undefined for paths outside `/backoffice`. */
export function createOfficeHandler(options: OfficeHandlerOptions): Handler {
  const { script, ...parts } = options;
  const { context, log } = parts;
  const route = createRouter(OFFICE_ROWS);
  const answerPage = createOfficePages(script, context.settings);
  const throttle = createThrottle(() => Date.now());
  const runAction = createRunAction(context);

  function renderRefusal(error: unknown): Response {
    if (error instanceof OfficeFault) {
      const response = refuse(error.status, error.message);
      if (error.retryAfter !== undefined) response.headers.set('Retry-After', String(error.retryAfter));
      return response;
    }
    if (error instanceof SetupError) return refuse(400, error.message);
    const { ResponseCode, ResponseText } = renderError(error, { log, random: context.random });
    return refuse(error instanceof SandboxFault ? 400 : 500, ResponseText ?? '', ResponseCode);
  }

  async function noteUse(person: Person): Promise<void> {
    try {
      await storeUse(person, context.store);
    } catch (error) {
      // A full disk must not keep people from reading.
      log({ level: 'error', event: 'session_use_not_stored', reason: String(error) });
    }
  }

  async function answerApi(request: Request, url: URL, path: string): Promise<Response> {
    if (!isFromOwnOrigin(request)) return refuse(403, 'Pages of another origin may not use the back office');
    const found = route(request.method, path);
    if (found.found === 'nothing') return refuse(404, 'There is no such endpoint');
    if (found.found === 'path') return refuse(405, `This endpoint supports ${found.verbs.join(', ')}`);
    const { row, parameters } = found;
    const startedAt = performance.now();
    let response: Response;
    let person: Person | undefined;
    try {
      person = await findPerson(request, context.store);
      if (person) await noteUse(person);
      const text = await readText(request, (person && row.bodyLimitBytes) ?? BODY_LIMIT_BYTES);
      const call = { request, parameters, query: url.searchParams, body: parseBody(text) };
      let detail: string | null = '';
      const note: OfficeScope['note'] = (text) => void (detail = text);
      const scope = { ...parts, throttle, person, note };
      const answer = (): Promise<Response> => row.run(call, scope).then(toResponse).catch(renderRefusal);
      const [subject = null] = Object.values(parameters);
      response =
        row.action && person
          ? await runAction({ row, request, text, subject, detail: () => detail }, person, answer)
          : await answer();
    } catch (error) {
      response = renderRefusal(error);
    }
    const milliseconds = Math.round(performance.now() - startedAt);
    const { verb } = row;
    const user = person && { merchant: person.caller.merchant.number, username: person.caller.username };
    log({ level: 'info', event: 'back_office', verb, path: row.path, status: response.status, milliseconds, ...user });
    return response;
  }

  return async (request, path) => {
    if (!isOfficePath(path)) return undefined;
    const [, below] = API.exec(path) ?? [];
    if (below === undefined) return answerPage(request, path);
    return withHeaders(await answerApi(request, new URL(request.url), below));
  };
}
