import { readPageFile } from '../../node/read-browser-file.js';

/** Returns the text of `florin/florin-frame.js`, for `createFramePage`. */
export function readFrameScript(): string {
  return readPageFile('florin-frame.js');
}
