/** Finds the name that somebody meant, for messages about misspelt options and attributes. */

/**
 * The name that differs in the fewest letters in a row: in one, or in two if it is long. Hyphens and capitals do not count.
 * Undefined if the name is right, or if none is similar.
 */
export function nearestName(written: string, names: readonly string[]): string | undefined {
  if (names.includes(written)) return undefined;
  const [nearest] = names
    .map((name) => ({ name, letters: countLetters(plain(written), plain(name)) }))
    .sort((one, other) => one.letters - other.letters);
  return nearest && nearest.letters <= (written.length < 6 ? 1 : 2) ? nearest.name : undefined;
}

/** The end of a message: `; did you mean order?`, or nothing. */
export function suggestName(written: string, names: readonly string[]): string {
  const nearest = nearestName(written, names);
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

/** The end of a message that lists all names: `; did you mean order? The options are order, amount`. */
export function listNames(written: string, names: readonly string[], words: string): string {
  const meant = suggestName(written, names);
  const start = meant ? words.charAt(0).toUpperCase() + words.slice(1) : words;
  return `${meant || ';'} ${start} ${names.join(', ')}`;
}

const plain = (name: string): string => name.replaceAll('-', '').toLowerCase();

/** The length of the part in which two names differ. Two swapped letters count as one. */
function countLetters(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [mine, theirs] = [one, other].map((name) => name.slice(start, name.length - end)) as [string, string];
  const isSwap = mine.length === 2 && mine === [...theirs].reverse().join('');
  return isSwap ? 1 : Math.max(mine.length, theirs.length);
}
