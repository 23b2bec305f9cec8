/**
 * Texts that stay true on a page that a machine translates. A translator replaces text nodes by elements of its own, and Lit goes
 * on writing into the nodes that are gone. So a changed text is a new element, and what must not be rewritten says so.
 */
import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';

/** A new element for each text. */
const anew = (text: string, element: TemplateResult) => keyed(text, element);

/** A sentence that can change. Translators may translate it. */
export const redrawn = (text: string) => anew(text, html`<span>${text}</span>`);

/** A price, a masked card, a code or a reference, or a sentence with one. */
export const untranslated = (text: string) => anew(text, html`<span translate="no">${text}</span>`);
