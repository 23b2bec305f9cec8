/** The frame's half of the channel: shakes hands, exposes the contract's methods and nothing else, sends notices. */
import { FlorinError } from '../core/errors.js';
import { answerCalls } from './answer-calls.js';
import { FRAME_METHODS, type FrameApi, type FrameMethod, type FrameNotice } from './contract.js';
import { answerPage } from './frame-handshake.js';
import { closePort } from './guard.js';
import { CALL_READERS } from './read-call.js';
import { writeNotice, writeOutcome } from './write-frame-record.js';

/** What {@link serveFrame} needs. */
export interface ServeFrameOptions {
  /** Origins that may hold the frame, as baked into its response. */
  readonly parents: readonly string[];
}

/** The frame's word to the page. */
export interface FrameChannel {
  /** Tells how the frame stands. The last notice is told again, without its act, to a page that connects later. */
  notify(notice: FrameNotice): void;
}

/** Lets the one page that holds the frame call `api`. */
export function serveFrame(api: FrameApi, { parents }: ServeFrameOptions): FrameChannel {
  const exposed = exposeMethods(api);
  let current: MessagePort | undefined;
  let last: FrameNotice | undefined;

  const onPort = (port: MessagePort) => {
    // Without a word: two links that both wanted the port would take it from each other for ever.
    current?.close();
    current = port;
    answerCalls(port, exposed, { methods: FRAME_METHODS });
    if (last) port.postMessage({ notice: { ...last, act: null } });
  };
  const close = () => current && closePort(current);
  answerPage({ parents, onPort });
  // The document goes: navigated, reloaded, taken out. One that is only put by (back-forward cache) comes back whole.
  addEventListener('pagehide', ({ persisted }) => !persisted && close());

  return {
    notify(notice) {
      last = writeNotice(notice);
      current?.postMessage({ notice: last });
    },
  };
}

/** The only object that the channel can reach: without a prototype, frozen, with plain values in and out. */
function exposeMethods(api: FrameApi): Readonly<Record<FrameMethod, unknown>> {
  const methods = Object.create(null) as Record<FrameMethod, unknown>;
  for (const method of FRAME_METHODS) {
    const call = api[method].bind(api) as (value: unknown) => unknown;
    methods[method] = (value: unknown) => call(readArgument(method, value));
  }
  methods.submit = async (value: unknown) => writeOutcome(await api.submit(readArgument('submit', value)));
  return Object.freeze(methods);
}

/** Misuse by the page is told by its code, as it has no stack over there. */
function readArgument<Method extends FrameMethod>(method: Method, value: unknown) {
  try {
    return CALL_READERS[method](value, method) as ReturnType<(typeof CALL_READERS)[Method]>;
  } catch (cause) {
    throw new FlorinError('configuration_invalid', `${method}: ${(cause as TypeError).message}`);
  }
}
