/** The frame's half of the channel: handshake, the contract's methods, notices. */
import { expose } from 'comlink';
import { FlorinError } from '../core/errors.js';
import { FRAME_METHODS, type FrameApi, type FrameMethod, type FrameNotice } from './contract.js';
import { sendErrorRecords } from './error-record.js';
import { answerPage } from './frame-handshake.js';
import { closePort, guardCalls } from './guard.js';
import { CALL_READERS } from './read-call.js';
import { writeNotice, writeOutcome } from './write-frame-record.js';

interface ServeFrameOptions {
  /** Origins that may hold the frame, as baked into its response. */
  readonly parents: readonly string[];
}

/** The frame's connection to the page. */
interface FrameChannel {
  /** Sends a notice. A page that connects later gets the last one again, without its act. */
  notify(notice: FrameNotice): void;
}

/** Exposes `api` to the embedding page. */
export function serveFrame(api: FrameApi, { parents }: ServeFrameOptions): FrameChannel {
  sendErrorRecords();
  const exposed = exposeMethods(api);
  let current: MessagePort | undefined;
  let last: FrameNotice | undefined;

  const onPort = (port: MessagePort) => {
    // Closed without a message: two elements that both connect again would replace each other forever.
    current?.close();
    current = port;
    expose(exposed, guardCalls(port, { methods: FRAME_METHODS }));
    if (last) port.postMessage({ notice: { ...last, act: null } });
  };
  const close = () => current && closePort(current);
  answerPage({ parents, onPort });
  // The document is unloaded. A document in the back-forward cache keeps its connection.
  addEventListener('pagehide', ({ persisted }) => !persisted && close());

  return {
    notify(notice) {
      last = writeNotice(notice);
      current?.postMessage({ notice: last });
    },
  };
}

/** The only object that the channel exposes: without a prototype, frozen, with plain values as arguments and results. */
function exposeMethods(api: FrameApi): Readonly<Record<FrameMethod, unknown>> {
  const methods = Object.create(null) as Record<FrameMethod, unknown>;
  for (const method of FRAME_METHODS) {
    const call = api[method].bind(api) as (value: unknown) => unknown;
    methods[method] = (value: unknown) => call(readArgument(method, value));
  }
  methods.submit = async (value: unknown) => writeOutcome(await api.submit(readArgument('submit', value)));
  return Object.freeze(methods);
}

/** Reports misuse by the page as a code, because errors cross without a stack. */
function readArgument<Method extends FrameMethod>(method: Method, value: unknown) {
  try {
    return CALL_READERS[method](value, method) as ReturnType<(typeof CALL_READERS)[Method]>;
  } catch (cause) {
    throw new FlorinError('configuration_invalid', `${method}: ${(cause as TypeError).message}`);
  }
}
