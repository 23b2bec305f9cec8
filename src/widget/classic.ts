/**
 * `<script src="florin.classic.js" async></script>`: the script tag for pages where no module can stand, tag managers for
 * example. The same as `florin.js`, in one file with `Florin.mount`; its later parts are loaded by their hashes, so that
 * one `integrity` on the tag covers all of them. docs/decisions/0011-integrity.md.
 */
import type {} from './florin-global.js';
import { createLoader, type LoadPart, type Pins } from './load-pinned.js';
import { mount } from './mount.js';
import { VERSION } from './version.js';

// Put in by the build: the hashes, and the whole of florin.js with this loader in place of its `import()`.
declare const FLORIN_PINS: Pins;
declare const FLORIN_KIT: (load: LoadPart) => void;

const own =
  document.currentScript instanceof HTMLScriptElement && document.currentScript.src
    ? document.currentScript
    : document.querySelector<HTMLScriptElement>('script[src*="florin.classic.js"]');
if (!own) throw new Error('Florin: florin.classic.js must be loaded by a script tag with its address in src');
const load = createLoader(own.src, FLORIN_PINS);
FLORIN_KIT(load);
globalThis.Florin = { version: VERSION, mount, ready: Promise.resolve({ mount }) };
// A receipt on the page is wanted at once, not behind the file that would ask for it.
if (document.querySelector('florin-receipt')) load('florin-receipt.js').catch(() => {});
