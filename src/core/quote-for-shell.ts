/**
 * Quotes texts for the commands that people copy into bash or zsh. A terminal acts on control characters even within
 * quotes: Ctrl-C ends the line, and what follows runs. Bidirectional and invisible characters show another command than the
 * one that runs.
 */

/** `'`, or characters that are not shown as they are. A line feed stays: within quotes it is safe. */
const SPECIAL = /'|(?:(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}])+/gu;
/** Lone surrogates, and NUL, which no argument can contain. */
const IMPOSSIBLE = /[\p{Cs}\0]/gu;

function escape(special: string): string {
  if (special === "'") return String.raw`'\''`;
  // As bytes of UTF-8, because the shell's own `\u` depends on the locale.
  const bytes = encodeURIComponent(special.replace(IMPOSSIBLE, '\uFFFD')).replaceAll('%', String.raw`\x`);
  return `'$'${bytes}''`;
}

/** Escapes a text that stands between single quotes. */
export function escapeInQuotes(text: string): string {
  return text.replace(SPECIAL, escape);
}

/** Quotes a text as one argument. */
export function quoteForShell(text: string): string {
  return `'${escapeInQuotes(text)}'`;
}
