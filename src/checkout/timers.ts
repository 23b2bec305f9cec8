/** The clock and timers of a checkout, as an argument for tests. */
export interface Timers {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after so many milliseconds. Returns a function that cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

/**
 * After this time a page that navigates, but is still shown, goes on: the shopper has stopped the navigation, or has stayed when
 * the page asked whether to leave. Milliseconds.
 */
export const LEAVING_MS = 20_000;

/** The browser's clock and timers. */
export const browserTimers: Timers = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const id = setTimeout(callback, milliseconds);
    return () => clearTimeout(id);
  },
};

/** Resolves after so many milliseconds, or as soon as the signal aborts. Never rejects. */
export function pause(milliseconds: number, timers: Timers, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const done = () => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = timers.after(milliseconds, done);
    signal.addEventListener('abort', done);
  });
}

/** After a failed request for a key, typing does not retry for this long; the button does. */
export const KEY_BACKOFF_MS = 10_000;
/** A submission can still arrive after its connection broke: a result `open` is ignored for this long. */
export const SETTLE_MS = 10_000;
