/** Output for people: names and values, columns, progress. */
import { joinLines, line, note, oneLine, print, writeJson, type Printable } from './printable.js';

type FieldValue = string | number | boolean | null | undefined | Printable;

function shownValue(value: FieldValue): string | Printable {
  return typeof value === 'object' && value !== null ? value : String(value);
}

/** Formats names and values, one on each line, without empty ones. */
export function writeFields(fields: Readonly<Record<string, FieldValue>>): Printable {
  const shown = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const width = Math.max(...shown.map(([name]) => name.length));
  return joinLines(shown.map(([name, value]) => line`${name.padEnd(width)}  ${shownValue(value)}`));
}

/** Formats rows in columns. */
function writeTable(cells: readonly (readonly string[])[]): Printable {
  const rows = cells.map((row) => row.map(oneLine));
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length)));
  const padded = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '));
  return joinLines(padded.map((row) => line`${row.trimEnd()}`));
}

/** Prints what a search found: as JSON, or a table and the number. */
export function printFound<Item>(
  found: readonly Item[],
  isJson: boolean,
  head: readonly string[],
  rowOf: (item: Item) => readonly string[],
): void {
  if (isJson) return print(writeJson(found));
  if (found.length > 0) print(writeTable([head, ...found.map(rowOf)]));
  note(`${found.length} found`);
}

/** Shows progress on standard error if that is a terminal, in one line that is overwritten. */
export function createProgress(): { show(text: string): void; end(): void } {
  const isTerminal = process.stderr.isTTY;
  return {
    show: (text) => void (isTerminal && process.stderr.write(`\r\u001b[K${oneLine(text)}`)),
    end: () => void (isTerminal && process.stderr.write('\r\u001b[K')),
  };
}
