/**
 * The message of the signer's return page to the page around it: the bank's step in the frame has
 * ended.
 */

/** The same as in src/signer/return-in-frame.ts. */
const RETURN_MESSAGE = 'florin:returned';

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
