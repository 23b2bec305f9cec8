/** Routes to the OpenAPI documents below `/openapi`. Their code is loaded on demand, which keeps the start fast. */
import type { MemberSpelling } from '../../wire/rest/write-wire.js';
import { createLazyHandler, type Handler } from '../lazy-handler.js';

const OWN = /^\/openapi(\/|$)/;

/** Creates the handler. It returns undefined for other paths. `spelling` is the sandbox's setting for responses. */
export function createOpenApiHandler(spelling: MemberSpelling): Handler {
  return createLazyHandler(
    (request, path) => OWN.test(path) && /^(GET|HEAD)$/.test(request.method),
    async () => (await import('./openapi-answers.js')).createOpenApiAnswers(spelling),
  );
}
