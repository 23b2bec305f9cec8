/**
 * Short claims reduce the load on the store while a key of an order is found or made: one process
 * works, and the others wait for it without polling the store. Only the store decides which claim is
 * valid (docs/invariants.md, 3): a request that has waited long enough goes to the store. Without
 * short claims, all requests go to the store.
 */
export interface ShortClaims {
  /**
   * Runs the work once and returns its result. Before, waits until another request for the same key
   * is done, or until the timeout.
   * @param key an order of one merchant, in one mode
   */
  hold<T>(key: string, work: () => Promise<T>): Promise<T>;
}
