/**
 * The request log: every call of REST and SOAP, for the back office. A call is answered first. Its bodies are masked and
 * stored later, together with others, so that a payment waits neither for the mask nor for the disk. Between both, at
 * most {@link MOST_WAITING} calls are in memory; further ones are counted, not logged.
 */
import type { CardBook } from '../bank/test-cards.js';
import type { Clock } from '../clock.js';
import { DroppedConnection } from '../fault.js';
import { keyOf, operationOf } from '../faults/operation-names.js';
import type { KeptJournal } from '../journal/call-journal.js';
import type { Log } from '../log.js';
import type { SandboxSettings } from '../settings.js';
import { isSoapPath } from '../soap/soap-path.js';
import type { LoggedCall } from '../store/request-log-store.js';
import type { Store } from '../store/store.js';
import { yieldToEventLoop } from '../yield-to-event-loop.js';
import { describeCall, findCallFacts } from './describe-call.js';
import type { CallNotes, WaitingCall } from './waiting-call.js';

export interface RequestLog {
  /** Answers a request, and logs it if it is a call. */
  answer(request: Request, path: string, next: () => Promise<Response>): Promise<Response>;
  /** Adds what a handler knows. */
  note(request: Request, notes: CallNotes): void;
  readonly isOn: boolean;
  /** Calls of this process that were not logged because it was too busy. */
  readonly skipped: number;
  /** Resolves when every answered call of this process is stored, and calls that are too old are deleted. */
  flush(): Promise<void>;
  /** Stores what waits, and logs nothing after that. */
  close(): Promise<void>;
}

export interface RequestLogOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: SandboxSettings;
  readonly cards: CardBook;
  readonly log: Log;
  /** Gets every call at once. */
  readonly journal: Pick<KeptJournal, 'add'>;
}

/** Highest number of calls in memory, which is also the highest number for each {@link EVERY_MS}. */
const MOST_WAITING = 100;
const EVERY_MS = 500;
const HOUR_MS = 3_600_000;
/** Old calls are deleted at most once in this time, beside those that a write deletes. */
const DROP_EVERY_MS = 60_000;

export function createRequestLog({ store, clock, settings, cards, log, journal }: RequestLogOptions): RequestLog {
  const { requestLogCalls: rows, requestLogHours } = settings;
  const noted = new WeakMap<Request, CallNotes>();
  let waiting: WaitingCall[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing = Promise.resolve();
  let skipped = 0;
  let isOn = rows > 0;
  let hasFailed = false;
  let droppedAt = 0;

  async function write(calls: readonly WaitingCall[]): Promise<void> {
    // After a failed write, closing would wait for all timeouts of the database again.
    if (!isOn && hasFailed) return;
    try {
      const known = await store.read((view) =>
        Promise.all(calls.map(async (call) => ({ call, facts: await findCallFacts(call, view) }))),
      );
      const logged: LoggedCall[] = [];
      for (const { call, facts } of known) {
        logged.push(await describeCall(call, facts, cards));
        // Masking a call takes a fraction of a millisecond: payments are answered between two of them.
        await yieldToEventLoop();
      }
      const now = Date.now();
      const limits = { rows, since: oldest(now) };
      await store.write((unit) => unit.addCalls(logged, now, limits));
      hasFailed = false;
    } catch (error) {
      // The calls are answered: a log that cannot be written must not stop payments.
      skipped += calls.length;
      fail(error);
    }
  }

  function fail(error: unknown): void {
    hasFailed = true;
    log({ level: 'error', event: 'request_log_failed', reason: error instanceof Error ? error.name : 'unknown' });
  }

  /** The earliest time of storing that a call may have. */
  function oldest(now: number): number {
    return now - requestLogHours * HOUR_MS;
  }

  /** Without new calls, nothing else deletes old ones. */
  async function dropOld(): Promise<void> {
    const now = Date.now();
    if (now - droppedAt < DROP_EVERY_MS) return;
    droppedAt = now;
    try {
      await store.write((unit) => unit.dropCalls(oldest(now)));
    } catch (error) {
      fail(error);
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length > 0) {
      const calls = waiting;
      waiting = [];
      writing = writing.then(() => write(calls));
    }
    return writing;
  }

  /** Undefined when the clock fails: the call's handler answers that error. */
  function readClock(): number | undefined {
    try {
      return clock.now();
    } catch {
      return undefined;
    }
  }

  function add(call: WaitingCall): void {
    if (waiting.length >= MOST_WAITING) {
      skipped += 1;
      return;
    }
    waiting.push(call);
    timer ??= setTimeout(() => void flush(), EVERY_MS);
  }

  return {
    get isOn() {
      return isOn;
    },
    get skipped() {
      return skipped;
    },
    async answer(request, path, next) {
      const isSoap = isSoapPath(path);
      const isCall = isSoap ? request.method === 'POST' : /^\/webapi\//i.test(path) && request.method !== 'OPTIONS';
      if (!isCall) return next();
      const calledAt = readClock();
      if (calledAt === undefined) return next();
      const startedAt = performance.now();
      const notes: CallNotes = { authorization: request.headers.get('authorization') };
      const operation = isSoap ? undefined : operationOf(request.method, path);
      if (operation !== undefined) notes.operation = operation;
      noted.set(request, notes);
      const end = (httpStatus: number | null): void => {
        const milliseconds = Math.round(performance.now() - startedAt);
        const call = { ...notes, isSoap, method: request.method, pathname: path, calledAt, milliseconds, httpStatus };
        journal.add(call, operation === undefined ? '' : (keyOf(request) ?? ''));
        if (isOn) add(call);
      };
      try {
        const response = await next();
        end(response.status);
        return response;
      } catch (error) {
        if (error instanceof DroppedConnection) end(null);
        throw error;
      }
    },
    note(request, notes) {
      const known = noted.get(request);
      if (known) Object.assign(known, notes);
    },
    async flush() {
      await flush();
      await dropOld();
    },
    async close() {
      isOn = false;
      await flush();
    },
  };
}
