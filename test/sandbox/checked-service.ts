/**
 * Checks every response that a sandbox test receives against the OpenAPI document. A problem fails the call, and also
 * the closing, in case the test expected a failure.
 */
import { createAnswerChecker } from './answer-checker.js';
import type { ServiceOptions, ServiceUnderTest } from './service-under-test.js';

/** The path as it is received: `Request` removes dot segments. */
function pathAsSent(path: string): string {
  const { pathname, search } = new URL(`http://sandbox.test${path}`);
  return pathname + search;
}

/** Wraps a sandbox with the check. */
export function checked(service: ServiceUnderTest, settings: ServiceOptions['settings']): ServiceUnderTest {
  const check = createAnswerChecker(settings?.memberSpelling);
  const problems: string[] = [];
  return {
    ...service,
    async fetch(path, init) {
      // A response with an injected fault does not follow the document.
      const hasFault = service.control.listFaults().length > 0;
      const response = await service.fetch(path, init);
      if (hasFault) return response;
      const problem = check({
        method: init?.method ?? 'GET',
        path: pathAsSent(path),
        status: response.status,
        type: response.headers.get('content-type') ?? '',
        text: await response.clone().text(),
      });
      if (problem === undefined) return response;
      problems.push(problem);
      throw new Error(`The response does not match the document: ${problem}`);
    },
    async close() {
      await service.close();
      if (problems.length > 0) throw new Error(`Responses did not match the document: ${problems.join('; ')}`);
    },
  };
}
