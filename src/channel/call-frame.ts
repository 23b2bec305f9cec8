/**
 * Stands for Comlink's `wrap` in the script tags; in that for frame isolation Comlink would be a tenth of all that behind the
 * element: calls of one method with one plain value, and the release. The messages are Comlink's, so the frame's end does
 * not know the difference; test/channel/call-frame.test.ts holds it to Comlink.
 */
import type { Endpoint } from 'comlink';

export const releaseProxy = Symbol();

type Call = (...values: readonly unknown[]) => Promise<unknown>;

/** The methods behind an endpoint that a guard stands before (guard.ts): it lets answers of the kind `RAW` through. */
export function wrap(guarded: Endpoint): Record<string, Call> & { [releaseProxy](): void } {
  const waiting = new Map<string, (value: unknown) => void>();
  guarded.addEventListener('message', (event) => {
    const { id, value } = (event as MessageEvent<{ id: string; value: unknown }>).data;
    waiting.get(id)?.(value);
    waiting.delete(id);
  });
  const post = (type: string, path: readonly string[], values: readonly unknown[]) =>
    new Promise<unknown>((resolve) => {
      const id = crypto.getRandomValues(new Uint32Array(4)).join('-');
      waiting.set(id, resolve);
      // What cannot be sent throws, which rejects.
      guarded.postMessage({ id, type, path, argumentList: values.map((value) => ({ type: 'RAW', value })) });
    });
  const release = () => void post('RELEASE', [], []);
  return new Proxy({} as ReturnType<typeof wrap>, {
    get: (_target, name) =>
      name === releaseProxy ? release : (...values: readonly unknown[]) => post('APPLY', [String(name)], values),
  });
}
