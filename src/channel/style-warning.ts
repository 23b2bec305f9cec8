import type { StyleRow } from './style-table.js';

/** Says once, for each value, that it does not cross and why. */
export function createStyleWarning(
  warn: (message: string) => void,
): (name: string, value: string, row?: StyleRow) => void {
  const told = new Set<string>();
  return (name, value, row) => {
    const key = `${name}:${value}`.slice(0, 120);
    // A page that floods with wrong values is told of the first ones.
    if (told.has(key) || told.size >= 50) return;
    told.add(key);
    warn(`florin: ${key} does not cross into the frame${row ? `: it is no ${expected(row)}` : ''}`);
  };
}

function expected({ kind, least, most, words }: StyleRow): string {
  return kind === 'word' ? `${words?.join(' or ')}` : least === undefined ? kind : `${kind} from ${least} to ${most}`;
}
