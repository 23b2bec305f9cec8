/** Facilities for tests: a sandbox as a whole service, with changes at its HTTP edge or in its settings. */
import type { Facility } from '../../src/contract/facility.js';
import type { Lesson } from '../../src/contract/probe.js';
import type { Twin } from '../../src/contract/run-contract.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import type { Clock } from '../../src/sandbox/clock.js';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import { openStore } from '../../src/sandbox/node/open-store.js';
import { stoppedClock } from '../sandbox/service-under-test.js';

export type Answer = (request: Request) => Promise<Response>;

export interface OpenFacility extends Twin {
  /** The requests that arrived, in order, as `POST /webapi/v3/txns/`. */
  readonly calls: readonly string[];
  /** Their bodies, in the same order. */
  readonly bodies: readonly string[];
}

/** Opens a facility. `deviate` wraps the sandbox's answers. */
export async function openFacility(
  settings: Lesson = {},
  deviate: (answer: Answer, clock: Clock) => Answer = (answer) => answer,
): Promise<OpenFacility> {
  const store = await openStore({ database: ':memory:', seed: [DEMO_MERCHANT] });
  const clock = stoppedClock();
  const sandbox = createSandbox({ store, clock, settings });
  const answer = deviate((request) => sandbox.fetch(request), clock);
  const calls: string[] = [];
  const bodies: string[] = [];
  const facility: Facility = {
    baseUrl: 'https://facility.test',
    merchantNumber: DEMO_MERCHANT.number,
    username: 'demo-api',
    password: 'Demo-Password-1',
    async fetch(request) {
      calls.push(`${request.method} ${new URL(request.url).pathname}`);
      bodies.push(await request.clone().text());
      return answer(request);
    },
    wait: (seconds) => (seconds > 0 ? sandbox.control.advanceClock(seconds) : Promise.resolve()),
  };
  return { facility, calls, bodies, close: () => sandbox.close() };
}
