/**
 * Every answer that a test of the sandbox gets is held to the OpenAPI document: what is wrong fails the call, and the
 * closing too, in case that the test expected a failure.
 */
import { createAnswerChecker } from './answer-checker.js';
import type { ServiceOptions, ServiceUnderTest } from './service-under-test.js';

/** As it arrives: `Request` has taken the dots out of it. */
function pathAsSent(path: string): string {
  const { pathname, search } = new URL(`http://sandbox.test${path}`);
  return pathname + search;
}

/** Puts the check between the sandbox and the test. */
export function checked(service: ServiceUnderTest, settings: ServiceOptions['settings']): ServiceUnderTest {
  const check = createAnswerChecker(settings?.memberSpelling);
  const problems: string[] = [];
  return {
    ...service,
    async fetch(path, init) {
      // What a fault of the control API makes is no answer of the interface.
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
      throw new Error(`The answer is not as documented: ${problem}`);
    },
    async close() {
      await service.close();
      if (problems.length > 0) throw new Error(`Answers were not as documented: ${problems.join('; ')}`);
    },
  };
}
