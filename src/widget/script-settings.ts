/** Reads what the page's owner has written on the script element. A sanitiser leaves no script element in a visitor's text. */
import type { ScriptSettings } from '../checkout/named-addresses.js';

/** Reads the first script element that has such an attribute, once, when Florin's first file runs. */
export function readScriptSettings(): ScriptSettings {
  const early = new WeakSet<Element>();
  // On a server there is no page to look at.
  if (!('document' in globalThis)) return { origins: undefined, allowsLate: false, allowsTarget: false, early };
  const script = [...document.querySelectorAll('script[src]')].find(
    (found): found is HTMLScriptElement =>
      found instanceof HTMLScriptElement &&
      (found.hasAttribute('data-florin-origins') || found.hasAttribute('data-florin-marked')),
  );
  const note = (): void => document.querySelectorAll('[data-florin-checkout]').forEach((marked) => early.add(marked));
  note();
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', note, { once: true });
  const words = script?.dataset['florinMarked']?.split(/\s+/) ?? [];
  return {
    origins: script?.dataset['florinOrigins'],
    allowsLate: words.includes('late'),
    allowsTarget: words.includes('target'),
    early,
  };
}
