/**
 * Escapes all output of the command, because most of it is text from outside: a reference that a shopper typed can contain
 * terminal escape sequences (title, clear screen, colours) and bidirectional controls. Such characters are printed as
 * \uXXXX. docs/guides/cli.md, "What is printed".
 */
import { writeJson as losslessJson } from '../wire/rest/lossless-json.js';

/** Control characters, lone surrogates, bidirectional controls, and Unicode's line and paragraph separators. */
const STEERING = /[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;
const STEERING_IN_LINES = /(?![\n\t])[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** Escaped text, with no escape sequences but Florin's own colours. Only this file creates it. */
class Printable {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
export type { Printable };

function escapeLetter(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Escapes text to one line, including line breaks, so that it cannot imitate another line of the output. */
export function oneLine(text: string): string {
  return text.replace(STEERING, escapeLetter);
}

/** Escapes text of several lines; keeps tabs and line feeds. */
export function manyLines(text: string): string {
  return text.replace(STEERING_IN_LINES, escapeLetter);
}

/** Template tag that escapes each string to one line; a Printable is not changed. */
export function line(ours: TemplateStringsArray, ...values: readonly (string | number | Printable)[]): Printable {
  const texts = values.map((value) => (value instanceof Printable ? value.text : oneLine(String(value))));
  return new Printable(String.raw({ raw: ours.map((part) => part) }, ...texts));
}

export function joinLines(lines: readonly Printable[]): Printable {
  return new Printable(lines.map(({ text }) => text).join('\n'));
}

type TextStyle = 'good' | 'bad' | 'plain';

const CODES: Readonly<Record<TextStyle, string>> = { good: '\u001b[32m', bad: '\u001b[31m', plain: '' };
const RESET = '\u001b[0m';

/** Colours a word, if standard output is a terminal and NO_COLOR is not set (https://no-color.org). */
export function paint(text: string, style: TextStyle): Printable {
  const { NO_COLOR, TERM } = process.env;
  const isColoured = process.stdout.isTTY && !NO_COLOR && TERM !== 'dumb' && style !== 'plain';
  return new Printable(isColoured ? `${CODES[style]}${oneLine(text)}${RESET}` : oneLine(text));
}

/** Writes a value as JSON, on one line or indented. Escapes are those of JSON, so the value does not change. */
export function writeJson(value: unknown, indent?: number): Printable {
  return new Printable(manyLines(losslessJson(value, indent)));
}

/** Writes XML, with other line breaks. Escapes are those of XML, so the document does not change. */
export function writeXml(text: string): Printable {
  const reference = (letter: string): string => `&#x${letter.charCodeAt(0).toString(16)};`;
  return new Printable(text.replaceAll('\r\n', '\n').replace(STEERING_IN_LINES, reference));
}

function printed(what: string | Printable): string {
  return typeof what === 'string' ? manyLines(what) : what.text;
}

/** Writes a result and a line feed to standard output. */
export function print(what: string | Printable): void {
  process.stdout.write(`${printed(what)}\n`);
}

/** Writes a message and a line feed to standard error. */
export function note(what: string | Printable): void {
  process.stderr.write(`${printed(what)}\n`);
}

/** The message of a caught value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Writes an error to standard error in one line. */
export function noteError(error: unknown, hint = ''): void {
  note(line`florin: ${messageOf(error)}${hint}`);
}

/** Writes a log record as a line of JSON to standard error: standard output is for results. */
export function noteRecord(record: object): void {
  note(writeJson({ time: new Date().toISOString(), ...record }));
}

/** For `configureOutput` of commander, whose messages quote arguments. */
export const COMMANDER_OUTPUT = {
  writeOut: (text: string): void => void process.stdout.write(manyLines(text)),
  writeErr: (text: string): void => void process.stderr.write(manyLines(text)),
} as const;
