/**
 * The script tag: `<script type="module" src="florin.js"></script>` registers every element of Florin. The form comes first;
 * the payment and the single fields follow in a second file that is asked for at once, `Florin.mount` in one of its own
 * when somebody wants it. The build lets only the first copy on a page run (vite.config.ts).
 */
import '../elements/florin-checkout/florin-checkout.js';
import type {} from './florin-global.js';
import { readScriptSettings } from './script-settings.js';
import { VERSION } from './version.js';

globalThis.Florin = {
  version: VERSION,
  settings: readScriptSettings(),
  get ready() {
    return import('./mount.js');
  },
};
import('./define-later.js').catch(console.warn);
