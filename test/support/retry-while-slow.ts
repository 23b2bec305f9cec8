/** Milliseconds; below the timeouts of the signer for Redis (250 and 500). */
export const SLOW_MS = 200;
const TRIES = 8;

/**
 * Runs a trial with Redis until each call was answered within {@link SLOW_MS}, at most eight times.
 * The signer continues without Redis after its timeout, so a trial on a slow machine proves nothing
 * about Redis.
 */
export async function retryWhileSlow<Redis extends object, T>(
  redis: Redis,
  trial: (redis: Redis, number: number) => Promise<T>,
): Promise<T> {
  for (let number = 1; ; number += 1) {
    let slowest = 0;
    const result = await trial(
      watch(redis, (milliseconds) => (slowest = Math.max(slowest, milliseconds))),
      number,
    );
    if (slowest < SLOW_MS || number === TRIES) return result;
  }
}

/** A proxy that measures each call of an object and of the objects that its methods return. */
function watch<Watched extends object>(watched: Watched, onAnswer: (milliseconds: number) => void): Watched {
  const proxy: Watched = new Proxy(watched, {
    get(_target, name) {
      const member: unknown = Reflect.get(watched, name, watched);
      if (typeof member !== 'function') return member;
      return (...values: readonly unknown[]): unknown => {
        const startedAt = performance.now();
        const given: unknown = Reflect.apply(member, watched, values);
        if (given === watched) return proxy;
        if (given instanceof Promise) return given.finally(() => onAnswer(performance.now() - startedAt));
        return typeof given === 'object' && given !== null ? watch(given, onAnswer) : given;
      };
    },
  });
  return proxy;
}
