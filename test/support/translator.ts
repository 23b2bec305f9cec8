/** What a translator of web pages does to a page, and what a person then reads. Both run in the page. */

/**
 * Replaces each text node by two `<font>` elements, as Google Translate does in Chromium, also in open shadow roots. Until the
 * page is drawn anew, what a library writes into the replaced nodes is not seen.
 * @param rewrites - A translator that obeys `translate="no"` rewrites all other digits, so that a price that it reached is seen.
 *   Else it reaches everything and only wraps it.
 */
export function translatePage(rewrites: boolean): void {
  const isLeftOut = (element: Element) =>
    element.matches('script, style, textarea') ||
    (rewrites && (element.getAttribute('translate') === 'no' || element.classList.contains('notranslate')));
  const walk = (node: Node): void => {
    for (const child of [...node.childNodes]) {
      if (child instanceof Element && !isLeftOut(child)) {
        if (child.shadowRoot) walk(child.shadowRoot);
        if (child.localName !== 'font') walk(child);
      } else if (child instanceof Text && child.data.trim() !== '') {
        const inner = document.createElement('font');
        inner.textContent = rewrites ? child.data.replace(/\d/g, '#') : child.data;
        const outer = document.createElement('font');
        outer.append(inner);
        child.replaceWith(outer);
      }
    }
  };
  walk(document.documentElement);
}

/** The visible text of a page with its open shadow roots, one line for each text node, with spaces that may break. */
export function readPage(): string {
  const lines: string[] = [];
  const walk = (node: Node): void => {
    for (const child of node.childNodes) {
      if (child instanceof Text && child.parentElement?.checkVisibility({ visibilityProperty: true }))
        lines.push(child.data.replaceAll('\u00a0', ' ').trim());
      if (!(child instanceof Element) || child.matches('script, style')) continue;
      if (child.shadowRoot) walk(child.shadowRoot);
      walk(child);
    }
  };
  walk(document.body);
  return lines.filter(Boolean).join('\n');
}
