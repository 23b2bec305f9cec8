/** Warns developers of unknown attribute values. Loaded only for checkouts with such a value. */

/** Warns once for each attribute. */
export function warnOfAttributes(host: Element): void {
  warnOfAttribute(host, 'method', ['javascript', 'webform', 'iframe', 'redirect']);
  warnOfAttribute(host, 'challenge', ['dialog', 'redirect']);
}

/** The first word is the default that is used instead. */
function warnOfAttribute(host: Element, name: string, words: readonly string[]): void {
  const word = host.getAttribute(name);
  if (word === null || words.includes(word)) return;
  console.warn(`florin-checkout: ${name}="${word}" is none of ${words.join(', ')}; it is taken for ${words[0]}`);
}
