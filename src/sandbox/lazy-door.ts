/** Doors whose code is loaded with their first request: a start waits for none, and what nobody uses takes no memory. */

/** Answers a request, or undefined where it is not its own. */
export type Door = (request: Request, path: string) => Promise<Response | undefined>;

/**
 * Makes a door that loads another one.
 *
 * @param mayOwn true for every request that the other one answers; what it is false for is not asked of the other one
 */
export function createLazyDoor(mayOwn: (request: Request, path: string) => boolean, load: () => Promise<Door>): Door {
  let loaded: Promise<Door> | undefined;
  return async (request, path) => {
    if (!mayOwn(request, path)) return undefined;
    loaded ??= load();
    return (await loaded)(request, path);
  };
}
