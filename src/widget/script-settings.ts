/**
 * Reads the settings of the page's owner from the script element. A sanitiser removes script
 * elements from a visitor's text, so these are trusted.
 */
import type { ScriptSettings } from '../checkout/named-addresses.js';

/** Reads the first script element with such an attribute, once, when Florin's first file runs. */
export function readScriptSettings(): ScriptSettings {
  const early = new WeakSet<Element>();
  // There is no document on a server.
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
