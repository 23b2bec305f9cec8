/** What a person reads: words and columns, colours only on a terminal. */

export type Tone = 'good' | 'bad' | 'plain';

const CODES: Readonly<Record<Tone, string>> = { good: '\u001b[32m', bad: '\u001b[31m', plain: '' };
const RESET = '\u001b[0m';

/** Colours a word, when standard output is a terminal that nobody has asked to be plain (https://no-color.org). */
export function paint(text: string, tone: Tone): string {
  const { NO_COLOR, TERM } = process.env;
  const isColoured = process.stdout.isTTY && !NO_COLOR && TERM !== 'dumb' && tone !== 'plain';
  return isColoured ? `${CODES[tone]}${text}${RESET}` : text;
}

/** Names and values below each other; empty ones left out. */
export function writeFields(fields: Readonly<Record<string, string | number | boolean | null | undefined>>): string {
  const shown = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${String(value)}`).join('\n');
}

/** Rows in columns. */
export function writeTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Says on standard error how far a long work is: a line that is written over on a terminal, else nothing. */
export function createProgress(): { show(text: string): void; end(): void } {
  const isTerminal = process.stderr.isTTY;
  return {
    show: (text) => void (isTerminal && process.stderr.write(`\r\u001b[K${text}`)),
    end: () => void (isTerminal && process.stderr.write('\r\u001b[K')),
  };
}
