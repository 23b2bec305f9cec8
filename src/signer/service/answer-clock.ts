/**
 * What an answer of the service says about the service's clock. Expiry is decided by it, because the
 * clock of one host or store may be wrong. docs/invariants.md, invariant 17.
 */
import type { AnswerTime } from '../../service/exchange.js';
import type { CallOptions } from '../../service/rest-call.js';

export interface Timed<T> {
  readonly answer: T;
  /** `Date` of the answer; undefined if it has none, or one of a cache. Milliseconds since 1970. */
  readonly date: number | undefined;
  /** The latest instant of that clock at which the call had certainly not begun. Undefined like `date`. */
  readonly begunAt: number | undefined;
}

/** Makes one call. An answer that comes from a cache proves nothing. */
export async function timeCall<T>(call: (options: Pick<CallOptions, 'onAnswer'>) => Promise<T>): Promise<Timed<T>> {
  const startedAt = performance.now();
  let time: AnswerTime | undefined;
  let milliseconds = 0;
  const answer = await call({
    onAnswer: (answered) => {
      time = answered;
      milliseconds = performance.now() - startedAt;
    },
  });
  const date = time?.hasAge ? undefined : time?.date;
  // In whole seconds, because `Date` has no others.
  return { answer, date, begunAt: date && date - Math.floor(milliseconds / 1000) * 1000 };
}
