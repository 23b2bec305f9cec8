/** HTML that is safe by how it is made: every value that is not HTML already is escaped, in texts and in quoted attributes alike. */

/** A piece of HTML. Only {@link html} makes one. */
export interface Html {
  readonly markup: string;
}

/** What may stand in a template; false, null and undefined stand for nothing. */
export type HtmlValue = string | number | Html | readonly Html[] | false | null | undefined;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

function write(value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return '';
  if (typeof value === 'object') return 'markup' in value ? value.markup : value.map(write).join('');
  return String(value).replace(/[&<>"'`]/g, (character) => ESCAPES[character] ?? '');
}

/** Template for HTML. Attributes have to be written in double quotes. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return { markup: strings.map((text, index) => text + write(values[index])).join('') };
}
