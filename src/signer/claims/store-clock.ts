/** The clock of a store, for tests and demos that travel in time. */
export interface StoreClock {
  /** Milliseconds since 1970. Default: the store's own clock, which all its processes share. */
  readonly clock?: { now(): number };
}

/** The clock of this machine: for stores whose processes are all on it. */
export const MACHINE_CLOCK = { now: () => Date.now() };
