/** The page's half of the channel: connects to the frame, calls its methods, receives its notices, detects when it is gone. */
import { type Remote, releaseProxy, wrap } from 'comlink';
import { FlorinError, type FlorinErrorCode, isFlorinError } from '../core/errors.js';
import type { FrameApi, FrameMethod, FrameNotice } from './contract.js';
import { guardAnswers } from './guard.js';
import { type PageHandshakeOptions, greetFrame } from './page-handshake.js';
import { readNotice, readOutcome } from './read-frame-record.js';

/**
 * The frame's methods for the page. Each rejects with `frame_unreachable` when the frame is gone or does not answer; `submit`
 * only if nothing was sent. If the frame stops answering after that, it may have sent the card: the outcome is `lost`.
 */
export type RemoteFrame = {
  readonly [Method in FrameMethod]: (
    ...values: Parameters<FrameApi[Method]>
  ) => Promise<Awaited<ReturnType<FrameApi[Method]>>>;
};

/** Options and callbacks of {@link connectFrame}. */
interface ConnectFrameOptions extends Omit<PageHandshakeOptions, 'onPort'> {
  /** The frame is connected, at first and after each load of another document. Configure it then. */
  onOpen(frame: RemoteFrame): void;
  /** The frame's document was unloaded, or closed the connection; its input is lost or will not be sent. */
  onClose?(): void;
  onNotice(notice: FrameNotice): void;
}

/** Timeouts of the frame's answers in seconds. That of a submission is longer than the service's 60 (docs/wire/rest.md). */
const ANSWER_SECONDS = 10;
const SUBMIT_SECONDS = 75;

/** Error codes of the frame that mean that nothing was sent. */
const NOTHING_SENT: readonly FlorinErrorCode[] = [
  'field_invalid',
  'key_refused',
  'key_expired',
  'configuration_invalid',
];

/**
 * Connects a page to the frame in `iframe`, until `signal` aborts.
 * @throws TypeError when `origin` is not one exact origin
 */
export function connectFrame(iframe: HTMLIFrameElement, options: ConnectFrameOptions): void {
  let close: (() => void) | undefined;
  const end = () => {
    close?.();
    close = undefined;
  };
  const speakAgain = greetFrame(iframe, {
    ...options,
    onPort(port) {
      end();
      const connection = openConnection(port, options.onNotice, () => {
        end();
        options.onClose?.();
        speakAgain();
      });
      close = connection.close;
      options.onOpen(connection.frame);
    },
    onFailure(error) {
      end();
      options.onFailure(error);
    },
  });
  options.signal.addEventListener('abort', end);
}

function openConnection(port: MessagePort, onNotice: (notice: FrameNotice) => void, onClosed: () => void) {
  const pending = new Set<() => void>();
  let isOpen = true;
  const remote: Remote<FrameApi> = wrap(
    guardAnswers(port, {
      onNotice(value) {
        const notice = readNotice(value);
        if (notice && isOpen) onNotice(notice);
      },
      onClosed: () => isOpen && onClosed(),
    }),
  );

  // Comlink starts a port at its first call; notices must arrive before.
  port.start();

  const call = (method: FrameMethod, argument?: unknown, seconds = ANSWER_SECONDS) =>
    new Promise<unknown>((resolve, reject) => {
      const settle = (answer: unknown) => {
        pending.delete(onGone);
        clearTimeout(timer);
        if (answer instanceof FlorinError) reject(answer);
        else resolve(answer);
      };
      const onGone = () => settle(new FlorinError('frame_unreachable', `The frame is gone; ${method} has no answer`));
      if (!isOpen) {
        reject(new FlorinError('frame_unreachable', `The frame is gone; ${method} was not called`));
        return;
      }
      const timer = setTimeout(onGone, seconds * 1000);
      pending.add(onGone);
      const apply = remote[method] as (...values: readonly unknown[]) => Promise<unknown>;
      apply(...(argument === undefined ? [] : [argument])).then(settle, (cause: unknown) => {
        settle(new FlorinError('configuration_invalid', `The argument of ${method} cannot be cloned`, { cause }));
      });
    });

  const run = async (method: FrameMethod, argument?: unknown) => void (await call(method, argument));

  const frame: RemoteFrame = {
    configure: (options) => run('configure', options),
    focus: (target) => run('focus', target),
    check: async () => (await call('check')) === true,
    async submit(signedKey) {
      const wasOpen = isOpen;
      try {
        return readOutcome(await call('submit', signedKey, SUBMIT_SECONDS));
      } catch (error) {
        if (!wasOpen || (isFlorinError(error) && NOTHING_SENT.includes(error.code))) throw error;
        return { kind: 'lost' };
      }
    },
    clearCvn: () => run('clearCvn'),
    reset: () => run('reset'),
    setDisabled: (disabled) => run('setDisabled', disabled),
  };

  const close = () => {
    isOpen = false;
    // The frame closes its end too. Messages posted before the close still arrive.
    remote[releaseProxy]();
    port.close();
    for (const onGone of [...pending]) onGone();
  };
  return { frame, close };
}
