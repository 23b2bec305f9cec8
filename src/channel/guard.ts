/**
 * Stands before a port, on both sides: in the page Comlink is behind it, in the frame what answers in its place. Comlink
 * walks any property path that a message names, makes proxies of ports that a message carries and sets what it is told
 * to; from a frozen object's method, `.constructor` led to `Function` (style.md 2.7). So nothing that came over the port
 * gets past the guard: it reads the few members that it knows and hands on a message of its own making.
 *
 * In the frame only `APPLY` of one listed method name and `RELEASE` pass. In the page only plain answers, records of an
 * error and notices pass. What does not pass is dropped without an answer; a flood closes the port.
 */
import type { Endpoint } from 'comlink';
import { readErrorRecord } from './error-record.js';
import { type BucketSize, createTokenBucket } from './token-bucket.js';

/** Messages to the frame: a page that mirrors an animation of its look sends one for each picture. */
export const CALL_PACE: BucketSize = { capacity: 240, perSecond: 90 };

/** A call that may be answered. */
export interface GuardedCall {
  readonly id: string;
  /** One of those that are listed. */
  readonly method: string;
  /** A plain clone, unread. */
  readonly value: unknown;
}

/** What {@link guardCalls} lets through. */
export interface CallGuardOptions {
  /** Names of methods, whole. */
  readonly methods: readonly string[];
  onCall(call: GuardedCall): void;
  /** For tests. */
  readonly now?: () => number;
}

/** What {@link guardAnswers} needs. */
export interface AnswerGuardOptions {
  /** Gets what the frame tells without being asked, unread. */
  onNotice(notice: unknown): void;
  /** The frame has closed its end, and answers nothing that was asked. */
  onClosed(): void;
}

type Members = Readonly<Record<string, unknown>>;

/** Listens at the frame's end of a port. */
export function guardCalls(port: MessagePort, { methods, onCall, now }: CallGuardOptions): void {
  const mayPass = createTokenBucket(CALL_PACE, now);
  // Set like this, it starts the port.
  port.onmessage = ({ data, ports }) => {
    if (!mayPass()) {
      closePort(port);
      return;
    }
    const { id, type, path, argumentList } = membersOf(data);
    if (ports.length > 0 || !isCallId(id)) return;
    if (type === 'RELEASE') port.close();
    if (type !== 'APPLY' || !isShortList(path) || !isShortList(argumentList)) return;
    const [method] = path;
    if (typeof method !== 'string' || !methods.includes(method)) return;
    // Every transfer handler that a message asks for is dropped: all arguments are plain clones.
    const { type: kind, value } = membersOf(argumentList[0]);
    onCall({ id, method, value: kind === 'RAW' ? value : undefined });
  };
}

/**
 * The page's end of a port, for Comlink's `wrap`. A record of an error arrives as a FlorinError in place of the answer:
 * a clone is never of that class, so it cannot be taken for one.
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

/** Closes the frame's end and says so: browsers have no event for it. */
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
        // Comlink reads `data` of a message and the empty origin of a port, and nothing else.
        if (data && typeof listener === 'function') listener({ data, origin: '' } as MessageEvent);
      };
      port.addEventListener('message', pass);
    },
    // Comlink takes its listener away when the port is released, and closes real ports only.
    removeEventListener() {
      if (pass) port.removeEventListener('message', pass);
      port.close();
    },
  };
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}

function isCallId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 64;
}

function isShortList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length <= 1;
}
