/**
 * Finds the row of a verb and path. A literal segment wins over a parameter, also when its verb is another one: then
 * the answer is 405 with the verbs that the path has. A trailing slash is optional. wire/rest.md section 1.
 */

/** What became of looking for a row. */
export type Route<R> =
  | { readonly found: 'row'; readonly row: R; readonly parameters: Readonly<Record<string, string>> }
  | { readonly found: 'path'; readonly verbs: readonly string[] }
  | { readonly found: 'nothing' };

/** A row of any table: the REST dialects', the control API's. */
interface Routed {
  readonly verb: string;
  readonly path: string;
}

interface Pattern<R> {
  readonly row: R;
  readonly segments: readonly string[];
}

const PARAMETER = /^:/;

function split(path: string): readonly string[] {
  return path.replace(/\/$/, '').split('/').slice(1);
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, index) => (PARAMETER.test(part) ? segments[index] !== '' : part === segments[index]));
}

function countLiterals({ segments }: Pattern<unknown>): number {
  return segments.filter((part) => !PARAMETER.test(part)).length;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // No text that a key or a number could be: it will be found to be none.
    return segment;
  }
}

function readParameters(pattern: readonly string[], segments: readonly string[]): Readonly<Record<string, string>> {
  const parameters: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    if (PARAMETER.test(part)) parameters[part.slice(1)] = decode(segments[index] ?? '');
  }
  return parameters;
}

/** Makes the search for a table of rows. */
export function createRouter<R extends Routed>(rows: readonly R[]): (verb: string, path: string) => Route<R> {
  const patterns = rows.map((row): Pattern<R> => ({ row, segments: split(row.path) }));

  return (verb, path) => {
    const segments = split(path);
    const fitting = patterns.filter((pattern) => matches(pattern.segments, segments));
    const most = Math.max(...fitting.map(countLiterals));
    const best = fitting.filter((pattern) => countLiterals(pattern) === most);
    const chosen = best.find(({ row }) => row.verb === verb);
    if (chosen) return { found: 'row', row: chosen.row, parameters: readParameters(chosen.segments, segments) };
    if (best.length > 0) return { found: 'path', verbs: best.map(({ row }) => row.verb) };
    return { found: 'nothing' };
  };
}
