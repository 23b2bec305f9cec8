/**
 * Short claims stand in front of the store while the key of an order is found or made: of all processes one goes first,
 * and the others wait for it without asking the store again and again. They decide nothing. Who waited in vain, and
 * everybody while there are none, goes to the store, which alone says whose claim it is (docs/invariants.md, 3).
 */
export interface ShortClaims {
  /**
   * Does the work once, sooner or later, and answers or rejects as it does: when nobody else is at the order's, when
   * whoever was there is done, or when the wait has been long enough.
   */
  hold<T>(order: string, work: () => Promise<T>): Promise<T>;
}
