/**
 * The frame's end of Comlink's protocol. The guard lets two kinds of message through, a call of one method and the
 * release, so the frame answers these two by hand: Comlink's `expose` would add paths, proxies, transfer handlers and
 * 2 kB to the frame's one response, all of which the guard has to forbid again. See docs/decisions/0010-frame-bytes.md.
 */
import type { Endpoint } from 'comlink';
import { writeErrorRecord } from './error-record.js';

/** What the guard hands on. */
interface GuardedCall {
  readonly id: string;
  readonly type: 'APPLY' | 'RELEASE';
  readonly path: readonly string[];
  readonly argumentList?: readonly { readonly value: unknown }[];
}

/**
 * Calls the named method of `methods` and posts its value, or the record of what it threw. `guarded` has checked that the
 * name is a listed one.
 */
export function answerCalls(methods: Readonly<Record<string, unknown>>, guarded: Endpoint): void {
  const answer = async ({ id, type, path: [name = ''], argumentList = [] }: GuardedCall) => {
    if (type === 'RELEASE') {
      guarded.removeEventListener('message', onMessage);
      return;
    }
    try {
      const call = methods[name] as (...values: readonly unknown[]) => unknown;
      guarded.postMessage({ id, type: 'RAW', value: await call(...argumentList.map(({ value }) => value)) });
    } catch (error) {
      guarded.postMessage({ id, type: 'HANDLER', name: 'throw', value: writeErrorRecord(error) });
    }
  };
  const onMessage = (event: Event) => void answer((event as MessageEvent<GuardedCall>).data);
  guarded.addEventListener('message', onMessage);
  guarded.start?.();
}
