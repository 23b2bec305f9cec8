/**
 * `<script src="florin.classic.js" async></script>`: the script tag for pages where no module can stand, tag managers for
 * example. The same as `florin.js`, in one file with `Florin.mount`; its later parts are loaded by their hashes, so that
 * one `integrity` on the tag covers all of them. docs/decisions/0011-integrity.md.
 */
import type {} from './florin-global.js';
import { load } from './classic-kit.js';
import 'florin-first-file';
import { mount } from './mount.js';
import { VERSION } from './version.js';

const { settings } = globalThis.Florin!;
globalThis.Florin = { version: VERSION, settings, mount, ready: Promise.resolve({ mount }) };
// A receipt on the page is wanted at once, not behind the file that would ask for it.
if (document.querySelector('florin-receipt')) load('florin-receipt.js').catch(() => {});
