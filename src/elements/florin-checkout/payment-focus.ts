/** Whether the focus may be moved when something has ended: the keys that are pressed elsewhere are not for us. */

/** What has the focus, as far as it can be seen from where the element stands. */
export function focusedBeside(host: Element): Element | null {
  return (host.getRootNode() as Document | ShadowRoot).activeElement ?? document.activeElement;
}

/**
 * True while nothing has the focus, the element itself, a pay button, or what had it as it began. False for another checkout
 * of the page, a search box, a chat.
 */
export function mayFocus(host: Element, pressed: Element | null): boolean {
  const focused = focusedBeside(host);
  if (!focused || focused === pressed || focused === document.body) return true;
  return host.contains(focused) || focused.localName === 'florin-pay-button';
}
