const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Escapes a text for HTML: for content and for quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => ESCAPES[character] ?? '');
}

/** A price, a masked card, a code or a reference in a page without script: no translator rewrites it. */
export function untranslatedHtml(text: string): string {
  return `<span translate="no">${escapeHtml(text)}</span>`;
}
