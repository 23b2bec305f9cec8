/** Lazy handlers: their code is loaded on the first request, which saves start time and memory. */
import type { Authenticate } from './authenticate.js';
import type { Context } from './context.js';
import type { Log } from './log.js';
import type { RequestLog } from './request-log/request-log.js';

/** Answers a request; undefined for requests of other handlers. */
export type Handler = (request: Request, path: string) => Promise<Response | undefined>;

/** Options of the handlers of calls and pages. */
export interface HandlerOptions {
  readonly context: Context;
  readonly authenticate: Authenticate;
  readonly log: Log;
  readonly requestLog: RequestLog;
  /** True while the sandbox simulates to this request that it is unavailable. */
  readonly isUnavailable: (request: Request) => boolean;
}

/**
 * Creates a handler that loads another one on demand.
 *
 * @param mayOwn true for every request that the loaded handler could answer
 */
export function createLazyHandler(
  mayOwn: (path: string, request: Request) => boolean,
  load: () => Promise<Handler>,
): Handler {
  let loaded: Promise<Handler> | undefined;
  return async (request, path) => {
    if (!mayOwn(path, request)) return undefined;
    loaded ??= load();
    return (await loaded)(request, path);
  };
}

/** The answer of the first handler that has one. */
export function firstOf(handlers: readonly Handler[]): Handler {
  return async (request, path) => {
    for (const handler of handlers) {
      const answer = await handler(request, path);
      if (answer) return answer;
    }
    return undefined;
  };
}
