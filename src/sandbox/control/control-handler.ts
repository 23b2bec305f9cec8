/** The control API over HTTP, below `/_sandbox`. It is off unless the sandbox has a control token. */
import type { Context } from '../context.js';
import type { SandboxControl } from '../control.js';
import type { Handler } from '../lazy-handler.js';
import type { Log } from '../log.js';
import { createRouter } from '../rest/router.js';
import type { ControlCall, ControlRow } from './control-row.js';
import { CONTROL_ROWS } from './control-rows.js';
import { CONTROL_TOKEN_HEADER, createGate, type GateOptions } from './gate.js';
import { createRunOnce, IDEMPOTENCY_HEADER, REPLAYED_HEADER, type StoredAnswer, UNUSABLE_KEYS } from './idempotency.js';
import { parseBody, readBodyText } from './read-body.js';
import { SetupError } from './read-setup.js';

export interface ControlHandlerOptions extends GateOptions {
  readonly context: Pick<Context, 'store' | 'clock'>;
  readonly control: SandboxControl;
  readonly log: Log;
}

const PREFIX = /^\/_sandbox(\/.*)?$/;
const BODY_LIMIT_BYTES = 1024 * 1024;
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Type': 'application/json; charset=utf-8',
  // Pages of other origins cannot read the response.
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

function write({ status, text }: StoredAnswer, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(text, { status, headers: { ...HEADERS, ...headers } });
}

function textOf(body: unknown, status: number): StoredAnswer {
  return { status, text: JSON.stringify(body) };
}

function jsonOf(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return write(textOf(body, status), headers);
}

function listEndpoints() {
  return {
    token: CONTROL_TOKEN_HEADER,
    openapi: '/_sandbox/openapi.json',
    endpoints: CONTROL_ROWS.map(({ verb, path, description }) => `${verb} /_sandbox${path}: ${description}`),
  };
}

/**
 * Creates the handler. It resolves with undefined for paths outside `/_sandbox`. @throws RangeError for a short token
 */
export function createControlHandler(options: ControlHandlerOptions): Handler {
  const { context, control, log } = options;
  const gate = createGate(options);
  const route = createRouter(CONTROL_ROWS);

  const runOnce = createRunOnce(context);

  async function run(row: ControlRow, call: ControlCall): Promise<StoredAnswer> {
    try {
      const answer: unknown = await row.run(control, call);
      return { status: 200, text: JSON.stringify(answer ?? { ok: true }) };
    } catch (error) {
      return refuse(error, row);
    }
  }

  function refuse(error: unknown, row: ControlRow): StoredAnswer {
    if (error instanceof SetupError) return textOf({ message: error.message }, 400);
    log({ level: 'error', event: 'control_failed', path: row.path, kind: error instanceof Error ? error.name : '' });
    return textOf({ message: 'Internal error; see the log of the sandbox' }, 500);
  }

  async function answerRow(row: ControlRow, parameters: Readonly<Record<string, string>>, request: Request, url: URL) {
    try {
      const text = await readBodyText(request, BODY_LIMIT_BYTES);
      const call = { parameters, query: url.searchParams, body: parseBody(text) };
      const key = request.method === 'GET' ? null : request.headers.get(IDEMPOTENCY_HEADER);
      if (key === null) return write(await run(row, call));
      const whole = `${request.method} ${url.pathname}${url.search}\n${text}`;
      const name = `${row.verb} ${row.path}`;
      const once = await runOnce({ key, whole, name, merchantId: null, username: null, subject: null }, async () => ({
        answer: await run(row, call),
      }));
      if (once.end === 'done') return write(once.answer, once.isReplayed ? { [REPLAYED_HEADER]: 'true' } : {});
      const { status, message } = UNUSABLE_KEYS[once.end];
      return jsonOf({ message }, status);
    } catch (error) {
      return write(refuse(error, row));
    }
  }

  return async (request, path) => {
    const [match, below = '/'] = PREFIX.exec(path) ?? [];
    if (match === undefined) return undefined;
    const refusal = gate(request);
    if (refusal) {
      log({ level: 'info', event: 'control_refused', status: refusal.status });
      return jsonOf({ message: refusal.message }, refusal.status);
    }
    if (request.method === 'GET' && below === '/') return jsonOf(listEndpoints());
    if (request.method === 'GET' && below === '/openapi.json') {
      return jsonOf((await import('./control-openapi.js')).createControlOpenApi());
    }
    const found = route(request.method, below);
    if (found.found === 'nothing') return jsonOf({ message: 'Not found; GET /_sandbox lists the endpoints' }, 404);
    if (found.found === 'path')
      return jsonOf({ message: 'Method not allowed' }, 405, { Allow: found.verbs.join(', ') });
    log({ level: 'info', event: 'control', verb: found.row.verb, path: found.row.path });
    return answerRow(found.row, found.parameters, request, new URL(request.url));
  };
}
