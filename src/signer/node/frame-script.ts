import { readFileSync } from 'node:fs';

/** The text of `florin/florin-frame.js` of this package, for `createFramePage`. */
export function readFrameScript(): string {
  return readFileSync(new URL('../../browser/florin-frame.js', import.meta.url), 'utf8');
}
