/** What a row of `../deviations.ts` is made of. */
import type { ServiceUnderTest } from '../../sandbox/service-under-test.js';
import type { SoapTokenCaller } from '../../sandbox/soap/soap-caller.js';
import type { TokenCaller } from '../../sandbox/token-caller.js';

/** The HTTP edge of a facility. */
export type Fetch = (request: Request) => Promise<Response>;

/** Puts a deviation in front of a facility. State, if any, belongs to the returned function. */
export type Deviate = (fetch: Fetch) => Fetch;

/** Callers of one facility, for a demonstration. */
export interface Callers {
  readonly rest: TokenCaller;
  readonly soap: SoapTokenCaller;
  readonly soap12: SoapTokenCaller;
  readonly service: ServiceUnderTest;
}

/** One difference between a facility and the sandbox. */
export interface Deviation {
  readonly id: string;
  /** What the facility does differently, with the section of docs/wire. */
  readonly fact: string;
  readonly deviate: Deviate;
  /** Calls that show the difference. */
  shows(callers: Callers): Promise<unknown>;
  /** Result of {@link Deviation.shows} with the deviation. The sandbox alone gives another one. */
  readonly differs: unknown;
}
