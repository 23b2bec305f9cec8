/**
 * The three messages between the two windows, before there is a port. Either side may start:
 *
 * 1. page to frame, when the page's script starts, and after each load of the frame: `hello`
 * 2. frame to page, when the frame's script starts, and in answer to each hello: `ready`, with the frame document's id
 * 3. page to frame, once for each frame document: `port`, with one end of a MessageChannel
 *
 * Ids are not secrets: any script of the page may read them. They identify documents, so that a second `ready` of a document
 * is recognised and a repeated `port` refused. For security both sides compare `event.source` and `event.origin` exactly,
 * and post to the exact origin.
 */

import { membersOf } from '../core/members-of.js';

/** Version of the channel; it increases when versions of Florin become incompatible. */
export const CHANNEL_VERSION = 1;

/** A message of the handshake; `florin` says which. */
type HandshakeMessage =
  | { readonly florin: 'hello'; readonly page: string }
  | { readonly florin: 'ready'; readonly frame: string; readonly version: number }
  | { readonly florin: 'port'; readonly page: string; readonly frame: string };

const ID = /^[\da-z-]{1,64}$/;

/** Reads a message of the handshake; `undefined` for any other, because windows get messages from many senders. */
export function readHandshakeMessage(data: unknown): HandshakeMessage | undefined {
  const { florin, page, frame, version } = membersOf(data);
  if (florin === 'hello' && isId(page)) return { florin, page };
  if (florin === 'ready' && isId(frame) && typeof version === 'number') return { florin, frame, version };
  if (florin === 'port' && isId(page) && isId(frame)) return { florin, page, frame };
  return undefined;
}

/** Creates the id of a document, or of a page's link to a frame. */
export function createId(): string {
  // Not randomUUID, which pages on http do not have; a shop in development may use http.
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}
