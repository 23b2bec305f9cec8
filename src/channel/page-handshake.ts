/**
 * The page's side of the handshake: detects the frame, and passes it one end of a MessageChannel. It works whichever side
 * starts first, however often the frame loads, and if the iframe is moved.
 */
import { FlorinError } from '../core/errors.js';
import { CHANNEL_VERSION, createId, readHandshakeMessage } from './handshake-message.js';
import { assertOrigin } from './origin.js';

/** Options and callbacks of {@link greetFrame}. */
export interface PageHandshakeOptions {
  /** Origin of the frame page; compared exactly, and the target of messages. */
  readonly origin: string;
  /** Timeout for the load of the frame, network included. */
  readonly timeoutSeconds?: number;
  /** Timeout for the answer of a loaded frame. */
  readonly answerSeconds?: number;
  /** Ends the handshake, without leaving listeners, timers or messages. */
  readonly signal: AbortSignal;
  /** Called with a port for each new frame document. */
  onPort(port: MessagePort): void;
  /**
   * `frame_unreachable`: nothing loaded within the timeout, or the document does not answer; a frame that answers later
   * still gets its port. `configuration_invalid`: it has another version of the channel.
   */
  onFailure(error: FlorinError): void;
}

/**
 * Starts to listen and sends the first message. Returns a function that requests another port to the same frame document,
 * after a port was lost.
 * @throws TypeError when `origin` is not one exact origin
 */
export function greetFrame(iframe: HTMLIFrameElement, options: PageHandshakeOptions): () => void {
  const { origin, timeoutSeconds = 20, answerSeconds = 5, signal, onPort, onFailure } = options;
  assertOrigin(origin, 'frame origin');
  let page: string;
  let frame: string;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const post = (message: object, ports: Transferable[] = []) =>
    iframe.contentWindow?.postMessage(message, origin, ports);

  const begin = () => {
    page = createId();
    frame = '';
  };

  // The initial empty document of an iframe has the page's own origin. It cannot answer, and the browser would log the
  // mismatch; the frame announces itself when it has loaded.
  const isEmpty = () => iframe.contentDocument?.URL === 'about:blank';

  const greet = (seconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // If it answers later, it gets a new port: the old one is not used after a failure.
      begin();
      onFailure(new FlorinError('frame_unreachable', `No answer from a frame of ${origin} within ${seconds} s`));
    }, seconds * 1000);
    if (!isEmpty()) post({ florin: 'hello', page });
  };

  const onMessage = ({ source, origin: sender, data }: MessageEvent) => {
    // A removed iframe has no window, and a synthetic message may have no source: null must not match null.
    if (!source || source !== iframe.contentWindow || sender !== origin) return;
    const message = readHandshakeMessage(data);
    if (message?.florin !== 'ready') return;
    clearTimeout(timer);
    if (message.frame === frame) return;
    frame = message.frame;
    if (message.version !== CHANNEL_VERSION) {
      const versions = `${message.version}, the page's is ${CHANNEL_VERSION}`;
      onFailure(new FlorinError('configuration_invalid', `The frame page's channel version is ${versions}`));
      return;
    }
    const { port1, port2 } = new MessageChannel();
    post({ florin: 'port', page, frame }, [port2]);
    onPort(port1);
  };

  const greetAgain = () => {
    if (signal.aborted) return;
    begin();
    greet(answerSeconds);
  };

  if (signal.aborted) return greetAgain;
  // The frame posts to its embedding window, which may be another than this script's: a page can move elements into a popup.
  const holder = iframe.ownerDocument.defaultView ?? window;
  holder.addEventListener('message', onMessage, { signal });
  // After a load there may be another document, which does not answer if it is not Florin's.
  iframe.addEventListener('load', () => !isEmpty() && greet(answerSeconds), { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  begin();
  greet(timeoutSeconds);
  return greetAgain;
}
