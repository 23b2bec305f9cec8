/**
 * Texts that stay true on a page that a machine translates. A translator replaces text nodes by elements of its own, and Lit goes on
 * writing into the nodes that are gone. So a changed text is a new element, and what must not be rewritten says so.
 */
import { html, isServer, type TemplateResult } from 'lit';

/**
 * The template of each text: Lit draws anew what has another template than before, and knows a template by its strings. The texts of
 * a shop's page are few; a page that is open for days calls {@link forgetTexts}.
 */
const templates: Record<string, TemplateStringsArray> = {};

/** A template that is a new element when its last value changes, which is a text. */
export function anew(result: TemplateResult<1>): TemplateResult {
  // A server draws once.
  if (isServer) return result;
  const { strings, values } = result;
  const key = strings[0] + (values.at(-1) as string);
  return { ...result, strings: (templates[key] ??= Object.assign([...strings], { raw: strings })) };
}

/** Frees the memory of all texts. What is shown is drawn anew once. */
export function forgetTexts(): void {
  for (const key of Object.keys(templates)) delete templates[key];
}

/** A sentence that can change. Translators may translate it. */
export const redrawn = (text: string) => anew(html`<span>${text}</span>`);

/** A price, a masked card, a code or a reference, or a sentence with one. */
export const untranslated = (text: string) => anew(html`<span translate="no">${text}</span>`);
