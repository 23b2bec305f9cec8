/** The page's half of the channel: finds the frame, calls its methods, hears its notices, notices when it is gone. */
import { type Remote, releaseProxy, wrap } from 'comlink';
import { FlorinError, type FlorinErrorCode, isFlorinError } from '../core/errors.js';
import type { FrameApi, FrameMethod, FrameNotice, FrameOptions, FocusTarget, SubmitOutcome } from './contract.js';
import { guardAnswers } from './guard.js';
import { type PageHandshakeOptions, greetFrame } from './page-handshake.js';
import { readNotice, readOutcome } from './read-frame-record.js';

/** The frame's methods, as the page calls them. Each rejects with `frame_unreachable` when the frame is gone or mute. */
export interface RemoteFrame {
  configure(options: FrameOptions): Promise<void>;
  focus(target: FocusTarget): Promise<void>;
  check(): Promise<boolean>;
  /**
   * @throws FlorinError when nothing has been sent. A frame that goes away or falls silent after it was asked has
   *   perhaps sent the card: that is the outcome `lost`.
   */
  submit(signedKey: string): Promise<SubmitOutcome>;
  clearCvn(): Promise<void>;
  reset(): Promise<void>;
  setDisabled(disabled: boolean): Promise<void>;
}

/** What {@link connectFrame} needs, and whom it tells. */
export interface ConnectFrameOptions extends Omit<PageHandshakeOptions, 'onPort'> {
  /** The frame is there: at first, and whenever another document has taken its place. Configure it. */
  onOpen(frame: RemoteFrame): void;
  /** The frame's document has gone, or has cut the connection; what was typed there is lost or will not be sent. */
  onClose?(): void;
  onNotice(notice: FrameNotice): void;
}

/** Seconds that the frame has for an answer. A submission has the service's own 60 (wire/rest.md) and some more. */
const ANSWER_SECONDS = 10;
const SUBMIT_SECONDS = 75;

/** Errors by which the frame says that it did not even try. */
const NOTHING_SENT: readonly FlorinErrorCode[] = [
  'field_invalid',
  'key_refused',
  'key_expired',
  'configuration_invalid',
];

/**
 * Keeps a page in touch with the frame in `iframe`, until `signal` aborts.
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

  // Comlink starts a port at its first call; notices do not wait for one.
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
        settle(new FlorinError('configuration_invalid', `${method} was given what cannot be sent`, { cause }));
      });
    });

  const tell = async (method: FrameMethod, argument?: unknown) => void (await call(method, argument));

  const frame: RemoteFrame = {
    configure: (options) => tell('configure', options),
    focus: (target) => tell('focus', target),
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
    clearCvn: () => tell('clearCvn'),
    reset: () => tell('reset'),
    setDisabled: (disabled) => tell('setDisabled', disabled),
  };

  const close = () => {
    isOpen = false;
    // The frame closes its end too. What was posted before the close still arrives.
    remote[releaseProxy]();
    port.close();
    for (const onGone of [...pending]) onGone();
  };
  return { frame, close };
}
