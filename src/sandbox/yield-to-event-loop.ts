/** Taken at the start: a shop's test that fakes the timers must not stop the sandbox in its process. */
export const { setTimeout: later, clearTimeout: cancelLater } = globalThis;

/** Yields to the event loop, so that long work does not block other requests. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    later(resolve, 0);
  });
}
