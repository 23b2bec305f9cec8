/** Tells a developer of a word that an attribute does not take. Loaded for checkouts that have such an attribute. */

/** Warns once for each. */
export function warnOfAttributes(host: Element): void {
  warnOfAttribute(host, 'method', ['javascript', 'webform', 'iframe', 'redirect']);
  warnOfAttribute(host, 'challenge', ['dialog', 'redirect']);
}

/** The first word is what is done instead. */
function warnOfAttribute(host: Element, name: string, words: readonly string[]): void {
  const word = host.getAttribute(name);
  if (word === null || words.includes(word)) return;
  console.warn(`florin-checkout: ${name}="${word}" is none of ${words.join(', ')}; it is taken for ${words[0]}`);
}
