/** The control API over HTTP, below `/_sandbox`. Off unless the sandbox was given a token for it. */
import type { SandboxControl } from '../control.js';
import type { Log } from '../log.js';
import { readRequestBody } from '../rest/read-request-body.js';
import { createRouter } from '../rest/router.js';
import { CONTROL_ROWS, type ControlRow } from './control-rows.js';
import { CONTROL_TOKEN_HEADER, createGate, type GateOptions } from './gate.js';
import { SetupError } from './read-record.js';

/** What the control API needs besides the control. */
export interface ControlDoorOptions extends GateOptions {
  readonly control: SandboxControl;
  readonly log: Log;
}

const PREFIX = /^\/_sandbox(\/.*)?$/;
const BODY_LIMIT_BYTES = 1024 * 1024;
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Type': 'application/json; charset=utf-8',
  // No page of another origin reads this, whatever else it may do.
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

function jsonOf(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...HEADERS, ...headers } });
}

function listEndpoints() {
  return {
    token: CONTROL_TOKEN_HEADER,
    endpoints: CONTROL_ROWS.map(({ verb, path, says }) => `${verb} /_sandbox${path}: ${says}`),
  };
}

/** @throws SetupError */
async function readBody(request: Request): Promise<unknown> {
  const body = await readRequestBody(request, BODY_LIMIT_BYTES);
  if (body === 'too_large') throw new SetupError(`The body is longer than ${BODY_LIMIT_BYTES} bytes`);
  if (body.text === '') return {};
  try {
    return JSON.parse(body.text ?? '');
  } catch {
    throw new SetupError('The body must be JSON');
  }
}

/** Makes the door; it answers undefined to a path that is not below its own. @throws RangeError for a short token */
export function createControlDoor(
  options: ControlDoorOptions,
): (request: Request, path: string) => Promise<Response | undefined> {
  const { control, log } = options;
  const gate = createGate(options);
  const route = createRouter(CONTROL_ROWS);

  async function answerRow(row: ControlRow, parameters: Readonly<Record<string, string>>, request: Request, url: URL) {
    try {
      const body = request.method === 'GET' ? {} : await readBody(request);
      const answer: unknown = await row.run(control, { parameters, query: url.searchParams, body });
      return jsonOf(answer ?? { ok: true });
    } catch (error) {
      if (error instanceof SetupError) return jsonOf({ message: error.message }, 400);
      log({ level: 'error', event: 'control_failed', path: row.path, kind: error instanceof Error ? error.name : '' });
      return jsonOf({ message: 'This failed; the log has a line of it' }, 500);
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
    if (below === '/' && request.method === 'GET') return jsonOf(listEndpoints());
    const found = route(request.method, below);
    if (found.found === 'nothing')
      return jsonOf({ message: 'There is nothing here; GET /_sandbox lists what there is' }, 404);
    if (found.found === 'path') return jsonOf({ message: 'Wrong verb' }, 405, { Allow: found.verbs.join(', ') });
    log({ level: 'info', event: 'control', verb: found.row.verb, path: found.row.path });
    return answerRow(found.row, found.parameters, request, new URL(request.url));
  };
}
