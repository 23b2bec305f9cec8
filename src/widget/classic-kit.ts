/**
 * Sets up the loader of `florin.classic.js` before the elements run: tools/first-file.ts makes them look for it there.
 */
import { createLoader, type Pins } from './load-pinned.js';

/** Inserted by the build. */
declare const FLORIN_PINS: Pins;

const own =
  document.currentScript instanceof HTMLScriptElement && document.currentScript.src
    ? document.currentScript
    : document.querySelector<HTMLScriptElement>('script[src*="florin.classic.js"]');
if (!own) throw new Error('Florin: florin.classic.js must be loaded by a script tag with its address in src');

/** Loads a later file and checks its hash. */
export const load = createLoader(own.src, FLORIN_PINS);
Object.assign(globalThis, { [Symbol.for('florin:load')]: load });
