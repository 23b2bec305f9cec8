/** Tells elements that the page speaks another language now. Loaded behind the form: a page seldom changes its `lang` at once. */
import { languages } from './locale.js';
import { OWN_WORDS } from './words/language-table.js';

/** Has every element of ours look for its words again; shadow roots that the page has closed are out of reach. */
function redraw(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement & { requestUpdate?(): void }>('*')) {
    if (element.localName.startsWith('florin-')) element.requestUpdate?.();
    if (element.shadowRoot) redraw(element.shadowRoot);
  }
}

// On a server there is no page to look at.
if ('document' in globalThis) {
  if (document.querySelector(OWN_WORDS)) languages.want({ requestUpdate: () => redraw(document) });
  new MutationObserver(() => redraw(document)).observe(document, { subtree: true, attributeFilter: ['lang'] });
}
