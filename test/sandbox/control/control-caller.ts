/** Calls the control API. */
import * as z from 'zod';
import { OK, REFUSAL } from '../../../src/sandbox/control/control-answers.js';
import { CONTROL_ROWS } from '../../../src/sandbox/control/control-rows.js';
import { CONTROL_TOKEN_HEADER } from '../../../src/sandbox/control/gate.js';
import { createRouter } from '../../../src/sandbox/rest/router.js';
import type { Json } from '../rest-caller.js';
import type { ServiceUnderTest } from '../service-under-test.js';

export const TOKEN = 'control-token-of-tests';

/** The status and body of an answer. */
export interface ControlAnswer {
  readonly status: number;
  readonly body: Json;
}

const route = createRouter(CONTROL_ROWS);

export function checkAnswer(method: string, path: string, { status, body }: ControlAnswer): void {
  const found = route(method, path.replace(/\?.*/, ''));
  if (found.found === 'row') z.parse(status === 200 ? (found.row.answer ?? OK) : REFUSAL, body);
}

/** Calls one endpoint, and holds its answer against what the API says of it. */
export async function callControl(
  service: Pick<ServiceUnderTest, 'fetch'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<ControlAnswer> {
  const response = await service.fetch(`/_sandbox${path}`, {
    method,
    headers: { [CONTROL_TOKEN_HEADER]: TOKEN, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answered = { status: response.status, body: await response.json() };
  checkAnswer(method, path, answered);
  return answered;
}
