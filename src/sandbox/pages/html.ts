/** HTML templates that escape every value that is not HTML already, in text and in quoted attributes. */
import { escapeHtml, untranslatedHtml } from '../../core/escape-html.js';

/** A piece of HTML. Only this file makes one. */
export interface Html {
  readonly markup: string;
}

/** Values of a template; false, null and undefined render nothing. */
export type HtmlValue = string | number | Html | readonly Html[] | false | null | undefined;

function write(value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return '';
  if (typeof value === 'object') return 'markup' in value ? value.markup : value.map(write).join('');
  return escapeHtml(String(value));
}

/**
 * Template for HTML. Attributes must have double quotes.
 *
 * @example
 * const title = html`<h1 class="${kind}">${name}</h1>`;
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return { markup: strings.map((text, index) => text + write(values[index])).join('') };
}

/** External text with isolated writing direction. */
export function isolated(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

/** External text that no translator rewrites: an amount, a masked card, a code, a reference. */
export function untranslated(text: string): Html {
  return { markup: untranslatedHtml(text) };
}

/** {@link isolated} for plain text, such as a title. Latin text needs no isolation marks. */
export function isolatedText(text: string): string {
  return /^[\u0020-\u024f]*$/.test(text) ? text : `\u2068${text}\u2069`;
}
