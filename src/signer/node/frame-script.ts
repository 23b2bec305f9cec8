import { readBrowserFile } from '../../node/read-browser-file.js';

/** Returns the text of this package's `florin/florin-frame.js`, for `createFramePage`. */
export function readFrameScript(): string {
  const script = readBrowserFile('florin-frame.js');
  if (script === undefined) throw new Error('florin-frame.js is not built: run npm run build');
  return script;
}
