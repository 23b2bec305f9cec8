/**
 * Prints one element without the rest of the page. The rule is adopted while the dialog is open; a
 * constructed stylesheet needs no exception in a Content Security Policy.
 */

const MARK = 'data-florin-printing';

/** Opens the print dialog for `element`, also inside nested shadow roots. */
export function printAlone(element: Element): void {
  const { ownerDocument: page } = element;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@media print { body :not([${MARK}], [${MARK}] *, :has([${MARK}])) { display: none !important } }`);
  const outermost = hostInPage(element);
  const end = new AbortController();
  globalThis.addEventListener(
    'afterprint',
    () => {
      end.abort();
      outermost.removeAttribute(MARK);
      page.adoptedStyleSheets = page.adoptedStyleSheets.filter((each) => each !== sheet);
    },
    { signal: end.signal },
  );
  outermost.setAttribute(MARK, '');
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  globalThis.print();
}

function hostInPage(element: Element): Element {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? hostInPage(root.host) : element;
}
