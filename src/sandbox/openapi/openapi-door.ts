/** Leads to the OpenAPI documents below `/openapi`. What makes them is loaded when somebody asks: a start does not wait. */
import type { MemberSpelling } from '../../wire/rest/write-wire.js';
import { createLazyDoor, type Door } from '../lazy-door.js';

const OWN = /^\/openapi(\/|$)/;

/** Makes the door; it answers undefined to what is not its own. `spelling` is the sandbox's setting for answers. */
export function createOpenApiDoor(spelling: MemberSpelling): Door {
  return createLazyDoor(
    (request, path) => OWN.test(path) && /^(GET|HEAD)$/.test(request.method),
    async () => (await import('./openapi-answers.js')).createOpenApiAnswers(spelling),
  );
}
