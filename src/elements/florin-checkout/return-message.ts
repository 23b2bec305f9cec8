/** The signer's return page says so to the page around it when the bank's step in the frame is over. */

/** As src/signer/return-in-frame.ts writes it. */
const RETURN_MESSAGE = 'florin:returned';

/**
 * Whether this is that word: from this very window and the signer's very origin. Anybody else could end the step early, or
 * make it look as if it was over.
 */
export function isReturnMessage(
  { source, origin, data }: Pick<MessageEvent, 'source' | 'origin' | 'data'>,
  frame: unknown,
  signerOrigin: string,
): boolean {
  return source !== null && source === frame && origin === signerOrigin && data === RETURN_MESSAGE;
}
