/** Lazy handlers: their code is loaded on the first request, which saves start time and memory. */

/** Answers a request; undefined for requests of other handlers. */
export type Handler = (request: Request, path: string) => Promise<Response | undefined>;

/**
 * Creates a handler that loads another one on demand.
 *
 * @param mayOwn true for every request that the loaded handler could answer
 */
export function createLazyHandler(
  mayOwn: (request: Request, path: string) => boolean,
  load: () => Promise<Handler>,
): Handler {
  let loaded: Promise<Handler> | undefined;
  return async (request, path) => {
    if (!mayOwn(request, path)) return undefined;
    loaded ??= load();
    return (await loaded)(request, path);
  };
}
