/** One call of a client on one key. Times of one clock, in nanoseconds. */
export interface Call<Op, Result> {
  readonly op: Op;
  readonly result: Result;
  readonly calledAt: bigint;
  readonly returnedAt: bigint;
}

/**
 * How a store with a single client behaves: the state after an operation, and its result. States are compared as JSON,
 * and are never changed.
 */
export type Model<State, Op, Result> = (state: State, op: Op) => readonly [next: State, result: Result];

/**
 * Whether the calls can be put into one order in which a single client would have got the same results, and in which a
 * call that returned before another began stands before it. The search of Wing and Gong, with the memory of Lowe:
 * "Testing for linearizability", https://doi.org/10.1002/cpe.3928.
 */
export function isLinearizable<State, Op, Result>(
  calls: readonly Call<Op, Result>[],
  model: Model<State, Op, Result>,
  start: State,
): boolean {
  const all = calls.toSorted((one, other) => (one.calledAt < other.calledAt ? -1 : 1));
  const seen = new Set<string>();
  const everything = (1n << BigInt(all.length)) - 1n;
  const steps: { readonly state: State; readonly done: bigint }[] = [{ state: start, done: 0n }];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { state, done } = step;
    if (done === everything) return true;
    const key = `${done} ${JSON.stringify(state)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    let firstReturn: bigint | undefined;
    for (const [index, call] of all.entries()) {
      const bit = 1n << BigInt(index);
      if (done & bit) continue;
      // Another call had returned before this one and those after it began.
      if (firstReturn !== undefined && call.calledAt > firstReturn) break;
      if (firstReturn === undefined || call.returnedAt < firstReturn) firstReturn = call.returnedAt;
      const [next, result] = model(state, call.op);
      if (JSON.stringify(result) === JSON.stringify(call.result)) steps.push({ state: next, done: done | bit });
    }
  }
  return false;
}
