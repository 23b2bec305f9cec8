/**
 * `<script src="florin.classic.js" async></script>`: the script tag for pages that cannot use modules, for example with
 * tag managers. It is `florin.js` and `Florin.mount` in one file. Its later files are checked by their hashes, so that
 * one `integrity` on the tag covers all of them. docs/decisions/0011-integrity.md.
 */
import type {} from './florin-global.js';
import { load } from './classic-kit.js';
import 'florin-first-file';
import { mount } from './mount.js';
import { VERSION } from '../core/version.js';

const { settings } = globalThis.Florin;
globalThis.Florin = { version: VERSION, settings, mount, ready: Promise.resolve({ mount }) };
// Loads the receipt at once, in parallel with the file that would load it.
if (document.querySelector('florin-receipt')) load('florin-receipt.js').catch(() => {});
