/**
 * Redis as the signer's parts see it, with an eye on its time. They wait a quarter or half a second for an answer and then
 * go on by themselves, as they should; so a test of what Redis decides says nothing on a machine that stood still meanwhile.
 */

/** Milliseconds, below what anybody waits. */
export const CALM = 200;
const TRIES = 8;

/** What comes of the first trial in which Redis answered at once, each time; the last one's at worst. */
export async function calmly<Redis extends object, T>(
  redis: Redis,
  trial: (redis: Redis, number: number) => Promise<T>,
): Promise<T> {
  for (let number = 1; ; number += 1) {
    let slowest = 0;
    const result = await trial(
      watch(redis, (milliseconds) => (slowest = Math.max(slowest, milliseconds))),
      number,
    );
    if (slowest < CALM || number === TRIES) return result;
  }
}

/** The same object, and what its methods give: whoever calls them is not aware of it. */
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
