/**
 * The frame's side of the handshake: says that it is there, and takes one end of a MessageChannel, from the window that
 * holds it and from the baked-in origins only.
 */
import { CHANNEL_VERSION, createId, readHandshakeMessage } from './handshake-message.js';
import { assertOrigin } from './origin.js';
import { createTokenBucket } from './token-bucket.js';

/** What {@link answerPage} needs. */
export interface FrameHandshakeOptions {
  /** Origins that may hold the frame, as baked into its response; compared and posted to as a whole. */
  readonly parents: readonly string[];
  /** A port to the page. A later one takes the place of an earlier one: the page's element was made anew. */
  onPort(port: MessagePort): void;
}

/** Messages of the handshake: a page's element that is made and remade all the time stays far below. */
const PACE = { capacity: 200, perSecond: 20 };

/** Ports that one document takes in its life; each leaves an id behind. */
const MOST_PORTS = 1000;

/**
 * Begins to listen and announces the frame. Does nothing in a page that no other page holds.
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
  // Only the holder's own origin is worth a message, the others would be logged as mismatches. A browser that does not
  // tell gets one for each: who is not named never receives any.
  const told = location.ancestorOrigins?.[0];
  for (const origin of parents) if (!told || told === origin) announce(origin);
}
