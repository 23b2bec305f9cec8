/** Updates the elements when the page's language changes. Loaded after the form, because this is rare. */
import { languages } from './locale.js';
import { CUSTOM_MESSAGES } from './messages/language-table.js';

/** Makes all Florin elements look up their texts again; closed shadow roots of the page are out of reach. */
function redraw(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement & { requestUpdate?(): void }>('*')) {
    if (element.localName.startsWith('florin-')) element.requestUpdate?.();
    if (element.shadowRoot) redraw(element.shadowRoot);
  }
}

// There is no document on a server.
if ('document' in globalThis) {
  if (document.querySelector(CUSTOM_MESSAGES)) languages.want({ requestUpdate: () => redraw(document) });
  new MutationObserver(() => redraw(document)).observe(document, { subtree: true, attributeFilter: ['lang'] });
}
