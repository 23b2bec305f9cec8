/**
 * The script tag for pages that use `isolation="frame"` only: `<script type="module" src="florin-isolated.js"></script>`. Draws
 * the frames with its first bytes, as children of the elements, which find them there (slot `frame`) when their own code
 * has come. A page whose HTML has the frame in it already is as it should be, and gets the code only.
 */
import { isNamed } from '../checkout/named-addresses.js';
import type {} from './florin-global.js';
import { readScriptSettings } from './script-settings.js';
import { VERSION } from './version.js';

/**
 * Where elements/florin-checkout/frame-card.css.ts draws it: 3 px larger all around, for the focus ring. Without margins: they
 * would fall together with those of an element that has no code yet, and move it.
 */
const STYLE = {
  border: '0',
  display: 'block',
  insetBlockStart: '-3px',
  insetInlineStart: '-3px',
  position: 'relative',
  width: 'calc(100% + 6px)',
} as const;

const isFirst = typeof globalThis.Florin?.version !== 'string';
if (isFirst) {
  globalThis.Florin = {
    version: VERSION,
    settings: readScriptSettings(),
    get ready() {
      return import('./mount.js');
    },
  };
}

for (const checkout of document.querySelectorAll('florin-checkout[isolation="frame"][frame-src]:not(:defined)')) {
  const src = checkout.getAttribute('frame-src') ?? '';
  // The element says what is wrong with the address.
  if (!isNamed(src) || checkout.querySelector(':scope > [slot="frame"]')) continue;
  const frame = document.createElement('iframe');
  frame.slot = 'frame';
  frame.allow = 'payment; autofill';
  frame.referrerPolicy = 'origin';
  const rows = (checkout.hasAttribute('no-name') ? 2 : 3) + (checkout.clientWidth < 360 ? 1 : 0);
  Object.assign(frame.style, STYLE, { height: `${rows * 109.6 - 6}px` });
  frame.src = src;
  checkout.append(frame);
}

if (isFirst) {
  import('../elements/framed.js').catch(console.warn);
  // Beside it, not behind it. The element asks for the same, and says so when it cannot be had.
  import('../elements/florin-checkout/frame-connection.js').catch(() => {});
  import('./define-beside-frame.js').catch(() => {});
  if (document.querySelector('[data-florin-checkout]')) import('./mount.js').catch(console.warn);
}
