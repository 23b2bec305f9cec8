/** Calls the control API. */
import { CONTROL_TOKEN_HEADER } from '../../../src/sandbox/control/gate.js';
import type { Json } from '../rest-caller.js';
import type { ServiceUnderTest } from '../service-under-test.js';

export const TOKEN = 'control-token-of-tests';

/** The status and body of an answer. */
export interface ControlAnswer {
  readonly status: number;
  readonly body: Json;
}

/** Calls one endpoint. */
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
  return { status: response.status, body: await response.json() };
}
