/**
 * The frame's end of Comlink's protocol. The guard lets two kinds of message through, a call of one method and the
 * release, which closes the port, so the frame answers by hand: Comlink's `expose` would add paths, proxies, transfer
 * handlers and 2 kB to the frame's one response, all of which the guard has to forbid again. See
 * docs/decisions/0010-frame-bytes.md.
 */
import { writeErrorRecord } from './error-record.js';
import { type CallGuardOptions, guardCalls } from './guard.js';

/** Calls the named one of `methods` and posts its value, or the record of what it threw. */
export function answerCalls(
  port: MessagePort,
  methods: Readonly<Record<string, unknown>>,
  options: Omit<CallGuardOptions, 'onCall'>,
): void {
  const answer = async (id: string, call: (value: unknown) => unknown, value: unknown) => {
    try {
      port.postMessage({ id, type: 'RAW', value: await call(value) });
    } catch (error) {
      port.postMessage({ id, type: 'HANDLER', name: 'throw', value: writeErrorRecord(error) });
    }
  };
  guardCalls(port, {
    ...options,
    onCall: ({ id, method, value }) => void answer(id, methods[method] as (value: unknown) => unknown, value),
  });
}
