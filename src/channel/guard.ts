/**
 * Guards both ends of the channel, between the port and Comlink. Comlink follows any property path in a message, creates
 * proxies for ports in a message, and sets properties; from a method of a frozen object, `.constructor` leads to `Function`
 * (docs/guides/isolation.md). So the guard passes on no object of the port: it reads known members and creates a new
 * message.
 *
 * In the frame only `APPLY` of a listed method name and `RELEASE` pass; in the page only plain answers, error records and
 * notices. Other messages are dropped without an answer; too many of them close the port.
 */
import type { Endpoint } from 'comlink';
import { membersOf } from '../core/members-of.js';
import { readErrorRecord } from './error-record.js';
import { type BucketSize, createTokenBucket } from './token-bucket.js';

/** Limit of messages to the frame: during an animation of its styles a page sends one for each animation frame. */
export const CALL_PACE: BucketSize = { capacity: 240, perSecond: 90 };

interface CallGuardOptions {
  /** The allowed method names. */
  readonly methods: readonly string[];
  /** For tests. */
  readonly now?: () => number;
}

interface AnswerGuardOptions {
  /** Called with each notice of the frame, unchecked. */
  onNotice(notice: unknown): void;
  /** Called when the frame has closed its end; calls without an answer get none. */
  onClosed(): void;
}

/** The frame's end of a port, for Comlink's `expose`. */
export function guardCalls(port: MessagePort, { methods, now }: CallGuardOptions): Endpoint {
  const mayPass = createTokenBucket(CALL_PACE, now);
  return endpoint(port, ({ data, ports }) => {
    if (!mayPass()) {
      closePort(port);
      return undefined;
    }
    const { id, type, path, argumentList } = membersOf(data);
    if (ports.length > 0 || !isCallId(id)) return undefined;
    if (type === 'RELEASE') return { id, type, path: [] };
    if (type !== 'APPLY' || !isShortList(path) || !isShortList(argumentList)) return undefined;
    const [method] = path;
    if (typeof method !== 'string' || !methods.includes(method)) return undefined;
    return { id, type, path: [method], argumentList: argumentList.map(readPlainValue) };
  });
}

/**
 * The page's end of a port, for Comlink's `wrap`. An error record becomes a FlorinError in place of the answer: a cloned
 * value never has that class, so it cannot imitate one.
 */
export function guardAnswers(port: MessagePort, { onNotice, onClosed }: AnswerGuardOptions): Endpoint {
  return endpoint(port, ({ data, ports }) => {
    const { id, type, name, value, notice, closed } = membersOf(data);
    if (ports.length > 0) return undefined;
    if (closed === true) onClosed();
    if (id === undefined && notice) onNotice(notice);
    if (!isCallId(id)) return undefined;
    if (type === 'RAW') return { id, type, value };
    if (type === 'HANDLER' && name === 'throw') return { id, type: 'RAW', value: readErrorRecord(value) };
    return undefined;
  });
}

/** Closes the frame's end and sends a message about it: browsers have no event for it. */
export function closePort(port: MessagePort): void {
  port.postMessage({ closed: true });
  port.close();
}

function endpoint(port: MessagePort, read: (event: MessageEvent) => object | undefined): Endpoint {
  let pass: ((event: MessageEvent) => void) | undefined;
  return {
    postMessage: (message, transfer = []) => port.postMessage(message, transfer),
    start: () => port.start(),
    addEventListener(_type, listener) {
      pass = (event) => {
        const data = read(event);
        // Comlink reads only `data` and the empty `origin` of a port's message.
        if (data && typeof listener === 'function') listener({ data, origin: '' } as MessageEvent);
      };
      port.addEventListener('message', pass);
    },
    // Comlink removes its listener when the port is released, and closes only real ports.
    removeEventListener() {
      if (pass) port.removeEventListener('message', pass);
      port.close();
    },
  };
}

function isCallId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 64;
}

function isShortList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length <= 1;
}

/** Ignores the transfer handlers of a message: all arguments are plain clones. */
function readPlainValue(wireValue: unknown): object {
  const { type, value } = membersOf(wireValue);
  return { type: 'RAW', value: type === 'RAW' ? value : undefined };
}
