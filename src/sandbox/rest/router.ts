/**
 * Finds the row of a method and path. `:name` matches one segment, `:name.nv` one with that ending. A literal segment
 * takes precedence over a parameter, even when only the parameter's row has the method: then the response is 405 with
 * the methods of the literal path. A trailing slash is optional, and
 * letters count in any case. docs/wire/rest.md section 1.
 */
import { decodeUri } from '../../core/decode-uri.js';

/** Result of the search for a row. */
export type Route<R> =
  | { readonly found: 'row'; readonly row: R; readonly parameters: Readonly<Record<string, string>> }
  | { readonly found: 'path'; readonly verbs: readonly string[] }
  | { readonly found: 'nothing' };

/** A row of any table: REST or the control API. */
interface Routed {
  readonly verb: string;
  readonly path: string;
}

/** A segment of a row's path: a literal, or a parameter with an optional ending. */
type Part = { readonly literal: string } | { readonly name: string; readonly end: string };

interface Pattern<R> {
  readonly row: R;
  readonly parts: readonly Part[];
}

const PARAMETER = /^:(\w+)(\.\w+)?$/;

function readPart(segment: string): Part {
  const [, name, end = ''] = PARAMETER.exec(segment) ?? [];
  return name === undefined ? { literal: segment.toLowerCase() } : { name, end };
}

function split(path: string): readonly string[] {
  return path.replace(/\/$/, '').split('/').slice(1);
}

function fits(part: Part, segment: string): boolean {
  if ('literal' in part) return part.literal === segment.toLowerCase();
  return segment.length > part.end.length && segment.toLowerCase().endsWith(part.end);
}

function matches(parts: readonly Part[], segments: readonly string[]): boolean {
  return parts.every((part, index) => fits(part, segments[index] ?? ''));
}

/** Specificity of a pattern: a literal is more specific than an ending, an ending more than a plain parameter. */
function countSpelled({ parts }: Pattern<unknown>): number {
  return parts.reduce((sum, part) => sum + ('literal' in part ? 2 : part.end === '' ? 0 : 1), 0);
}

function readParameters(parts: readonly Part[], segments: readonly string[]): Readonly<Record<string, string>> {
  const parameters: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? '';
    if ('name' in part) parameters[part.name] = decodeUri(segment.slice(0, segment.length - part.end.length));
  }
  return parameters;
}

export function createRouter<R extends Routed>(rows: readonly R[]): (verb: string, path: string) => Route<R> {
  const byLength = new Map<number, Pattern<R>[]>();
  for (const row of rows) {
    const pattern: Pattern<R> = { row, parts: split(row.path).map(readPart) };
    byLength.set(pattern.parts.length, [...(byLength.get(pattern.parts.length) ?? []), pattern]);
  }

  return (verb, path) => {
    const segments = split(path);
    const fitting = (byLength.get(segments.length) ?? []).filter((pattern) => matches(pattern.parts, segments));
    const most = Math.max(...fitting.map(countSpelled));
    const best = fitting.filter((pattern) => countSpelled(pattern) === most);
    const chosen = best.find(({ row }) => row.verb === verb);
    if (chosen) return { found: 'row', row: chosen.row, parameters: readParameters(chosen.parts, segments) };
    if (best.length > 0) return { found: 'path', verbs: best.map(({ row }) => row.verb) };
    return { found: 'nothing' };
  };
}
