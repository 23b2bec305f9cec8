/**
 * The script tag: `<script type="module" src="florin.js"></script>` registers all elements of Florin. The form is
 * loaded first; the payment and the single fields follow in a second file that is requested at once. `Florin.mount` is
 * in a third file, loaded on demand. The build lets only the first copy on a page run (vite.config.ts).
 */
import '../elements/florin-checkout/florin-checkout.js';
import type {} from './florin-global.js';
import { readScriptSettings } from './script-settings.js';
import { VERSION } from '../core/version.js';

globalThis.Florin = {
  version: VERSION,
  settings: readScriptSettings(),
  get ready() {
    return import('./mount.js');
  },
};
import('./define-later.js').catch(console.warn);
