/**
 * The page's side of the handshake: finds out that the frame is there, and hands it one end of a MessageChannel. Does
 * not mind who wakes first, how often the frame loads, or where the iframe is moved to.
 */
import { FlorinError } from '../core/errors.js';
import { CHANNEL_VERSION, createId, readHandshakeMessage } from './handshake-message.js';
import { assertOrigin } from './origin.js';

/** What {@link greetFrame} needs, and whom it tells. */
export interface PageHandshakeOptions {
  /** Where the frame page lies; compared and posted to as a whole. */
  readonly origin: string;
  /** How long the frame may take to come, network included. */
  readonly timeoutSeconds?: number;
  /** How long a frame that has loaded may take to answer. */
  readonly answerSeconds?: number;
  /** Ends the handshake: no listener, timer or message is left. */
  readonly signal: AbortSignal;
  /** A port to a frame document that has none yet: the first, or one that took the place of another. */
  onPort(port: MessagePort): void;
  /**
   * `frame_unreachable`: nothing came in time, or what has loaded does not answer; a frame that answers later gets its
   * port all the same. `configuration_invalid`: it is of another version of Florin.
   */
  onFailure(error: FlorinError): void;
}

/**
 * Begins to listen and speaks first. The answer asks for another port to the same frame document, when one was lost.
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

  // The empty document that an iframe begins with has the page's own origin. It cannot answer, and the browser would
  // log the mismatch; the frame speaks by itself when it has come.
  const isEmpty = () => iframe.contentDocument?.URL === 'about:blank';

  const speak = (seconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Should it answer after all, it gets a port all the same: nobody uses the old one after a failure.
      begin();
      onFailure(new FlorinError('frame_unreachable', `No answer from a frame of ${origin} within ${seconds} s`));
    }, seconds * 1000);
    if (!isEmpty()) post({ florin: 'hello', page });
  };

  const onMessage = ({ source, origin: sender, data }: MessageEvent) => {
    // An iframe out of the document has no window, and a message made by script may have no source: null is not null.
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

  const speakAgain = () => {
    if (signal.aborted) return;
    begin();
    speak(answerSeconds);
  };

  if (signal.aborted) return speakAgain;
  // The frame speaks to the window that holds it, which need not be this script's: a page may put its parts into a popup.
  const holder = iframe.ownerDocument.defaultView ?? window;
  holder.addEventListener('message', onMessage, { signal });
  // A load may be another document in the old one's place, which is silent if it is a stranger.
  iframe.addEventListener('load', () => !isEmpty() && speak(answerSeconds), { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  begin();
  speak(timeoutSeconds);
  return speakAgain;
}
