/**
 * The three messages that pass between two windows, before there is a port. Whoever wakes first speaks:
 *
 * 1. page to frame, when the page's script begins, and after each load of the frame: `hello`
 * 2. frame to page, when the frame's script begins, and in answer to each hello: `ready`, with the frame document's id
 * 3. page to frame, once for each frame document: `port`, with one end of a MessageChannel
 *
 * Ids are not secrets: any script of the page may read them. They tell documents apart, so that the second `ready` of a
 * document is known to be the second, and a `port` that comes again is not taken. What keeps strangers out is that both
 * sides compare `event.source` and `event.origin` whole, and name the exact origin when they post.
 */

/** Goes up when a page and a frame of different versions of Florin would misunderstand each other. */
export const CHANNEL_VERSION = 1;

/** A message of the handshake; `florin` says which. */
export type HandshakeMessage =
  | { readonly florin: 'hello'; readonly page: string }
  | { readonly florin: 'ready'; readonly frame: string; readonly version: number }
  | { readonly florin: 'port'; readonly page: string; readonly frame: string };

const ID = /^[\da-z-]{1,64}$/;

/** A message of the handshake, or `undefined` for any other: windows get messages of many senders. */
export function readHandshakeMessage(data: unknown): HandshakeMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { florin, page, frame, version } = data as Readonly<Record<string, unknown>>;
  if (florin === 'hello' && isId(page)) return { florin, page };
  if (florin === 'ready' && isId(frame) && typeof version === 'number') return { florin, frame, version };
  if (florin === 'port' && isId(page) && isId(frame)) return { florin, page, frame };
  return undefined;
}

/** Names one document, or one link of a page to a frame. */
export function createId(): string {
  // Not randomUUID: a shop's page on plain http, in development, does not have it.
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}
