/** The message of the signer's return page to the page around it: the bank's step in the frame has ended. */

/** The same as in src/signer/frame/return-in-frame.ts. */
const RETURN_MESSAGE = 'florin:returned';

/** Escape was pressed in the bank's page, which gets the key instead of this one. The page may post it. */
const ESCAPE_MESSAGE = 'florin:escape';

/**
 * Whether the page in the frame passes Escape on. Its origin is the bank's, which is not known: the message only asks the
 * shopper whether to leave.
 */
export function isEscapeMessage({ source, data }: Pick<MessageEvent, 'source' | 'data'>, frame: unknown): boolean {
  return source !== null && source === frame && data === ESCAPE_MESSAGE;
}

/**
 * Whether this is that message, from exactly this window and from the signer's origin. Messages of
 * others could end the step early, or pretend that it has ended.
 */
export function isReturnMessage(
  { source, origin, data }: Pick<MessageEvent, 'source' | 'origin' | 'data'>,
  frame: unknown,
  signerOrigin: string,
): boolean {
  return source !== null && source === frame && origin === signerOrigin && data === RETURN_MESSAGE;
}
