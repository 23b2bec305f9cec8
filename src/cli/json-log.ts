/** Writes records as JSON lines to standard error: standard output is for results. */
import { note, writeJson } from './printable.js';

export function writeJsonLine(entry: Readonly<Record<string, unknown>>): void {
  note(writeJson({ time: new Date().toISOString(), ...entry }));
}
