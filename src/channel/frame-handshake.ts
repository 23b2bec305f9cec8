/**
 * The frame's side of the handshake: announces itself, and accepts one end of a MessageChannel, only from the embedding
 * window and from the origins in its response.
 */
import { CHANNEL_VERSION, createId, readHandshakeMessage } from './handshake-message.js';
import { assertOrigin } from './origin.js';
import { createTokenBucket } from './token-bucket.js';

/** Options of {@link answerPage}. */
interface FrameHandshakeOptions {
  /** Origins that may embed the frame, from its response; compared exactly, and the targets of messages. */
  readonly parents: readonly string[];
  /** Called with a port to the page. A later port replaces an earlier one: the page has created its element again. */
  onPort(port: MessagePort): void;
}

/** Limit of handshake messages, far more than an element needs that is removed and added again and again. */
const PACE = { capacity: 200, perSecond: 20 };

/** Limit of ports for one document; the id of each is stored. */
const MOST_PORTS = 1000;

/**
 * Starts to listen and announces the frame. Does nothing in a document that is not embedded.
 * @throws TypeError when one of `parents` is not one exact origin
 */
export function answerPage({ parents, onPort }: FrameHandshakeOptions): void {
  for (const origin of parents) assertOrigin(origin, 'allowed parent');
  const holder = window.parent;
  if (holder === window) return;
  const frame = createId();
  const pages = new Set<string>();
  const mayPass = createTokenBucket(PACE);

  const announce = (origin: string) => holder.postMessage({ florin: 'ready', frame, version: CHANNEL_VERSION }, origin);

  const onMessage = ({ source, origin, data, ports }: MessageEvent) => {
    if (source !== holder || !parents.includes(origin)) return;
    const message = readHandshakeMessage(data);
    if (!message || !mayPass()) return;
    if (message.florin === 'hello') announce(origin);
    const [port] = ports;
    if (message.florin !== 'port' || !port || ports.length > 1) return;
    if (message.frame !== frame || pages.has(message.page) || pages.size >= MOST_PORTS) return;
    pages.add(message.page);
    onPort(port);
  };

  addEventListener('message', onMessage);
  // Only the embedding page's origin gets a message; the browser would log mismatches for the others. If the browser does not
  // tell that origin, all allowed origins get one, and no others.
  const parent = location.ancestorOrigins?.[0];
  for (const origin of parents) if (!parent || parent === origin) announce(origin);
}
