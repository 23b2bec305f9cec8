/**
 * Short claims reduce the load on the store while a key of an order is found or made: of all
 * processes one goes first, and the others wait for it without polling the store. They decide
 * nothing. A request that waits in vain goes to the store, which alone decides whose claim it is
 * (docs/invariants.md, 3). Without short claims, all requests go to the store.
 */
export interface ShortClaims {
  /**
   * Runs the work once and returns its result. Waits while another request works on the same order,
   * until that request is done or the wait has been long enough.
   */
  hold<T>(order: string, work: () => Promise<T>): Promise<T>;
}
