/** Routes to the OpenAPI documents below `/openapi`. Their code is loaded on demand, which keeps the start fast. */
import { createLazyHandler, type Handler } from '../lazy-handler.js';
import type { SandboxSettings } from '../settings.js';

const OWN = /^\/openapi(\/|$)/;

/** Creates the handler. It returns undefined for other paths. */
export function createOpenApiHandler(settings: SandboxSettings): Handler {
  return createLazyHandler(
    (request, path) => OWN.test(path) && /^(GET|HEAD)$/.test(request.method),
    async () => (await import('./openapi-answers.js')).createOpenApiAnswers(settings),
  );
}
