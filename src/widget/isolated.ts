/**
 * The script tag for pages that use `isolation="frame"` only: `<script type="module"
 * src="florin-isolated.js"></script>`. It creates the frames at once, as children of the elements,
 * which find them there (slot `frame`) when their own code is loaded. If the page's HTML already
 * contains the frame, only the code is loaded.
 */
import { isNamed } from '../checkout/named-addresses.js';
import { cardFrameAllow } from '../core/card-frame.js';
import { ROW_PX } from '../elements/field/row-size.js';
import type {} from './florin-global.js';
import { readScriptSettings } from './script-settings.js';
import { VERSION } from '../core/version.js';

/**
 * The same position as in elements/florin-checkout/frame-card.css.ts: 3 px larger on each side, for the focus ring. No
 * margins: they would collapse with those of an element that has no code yet, and move it.
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
  // The element reports a wrong address.
  if (!isNamed(src) || checkout.querySelector(':scope > [slot="frame"]')) continue;
  const frame = document.createElement('iframe');
  frame.slot = 'frame';
  frame.allow = cardFrameAllow();
  frame.referrerPolicy = 'origin';
  const rows = (checkout.hasAttribute('no-name') ? 2 : 3) + (checkout.clientWidth < 280 ? 1 : 0);
  Object.assign(frame.style, STYLE, { height: `${rows * ROW_PX}px` });
  frame.src = src;
  checkout.append(frame);
}

if (isFirst) {
  import('../elements/framed.js').catch(console.warn);
  // In parallel. The element requests the same file, and reports if it cannot be loaded.
  import('../elements/florin-checkout/frame-connection.js').catch(() => {});
  import('./define-beside-frame.js').catch(() => {});
  if (document.querySelector('[data-florin-checkout]')) import('./mount.js').catch(console.warn);
}
