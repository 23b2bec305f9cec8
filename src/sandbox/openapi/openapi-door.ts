/** Leads to the OpenAPI documents below `/openapi`. What makes them is loaded when somebody asks: a start does not wait. */
import type { MemberSpelling } from '../../wire/rest/write-wire.js';

/** Answers a request, or undefined. */
type Answer = (request: Request, path: string) => Promise<Response | undefined>;

const OWN = /^\/openapi(\/|$)/;

/** Makes the door; it answers undefined to what is not its own. `spelling` is the sandbox's setting for answers. */
export function createOpenApiDoor(spelling: MemberSpelling): Answer {
  let answers: Promise<Answer> | undefined;

  async function load(): Promise<Answer> {
    const { createOpenApiAnswers } = await import('./openapi-answers.js');
    return createOpenApiAnswers(spelling);
  }

  return async (request, path) => {
    if (!OWN.test(path) || !/^(GET|HEAD)$/.test(request.method)) return undefined;
    answers ??= load();
    return (await answers)(request, path);
  };
}
