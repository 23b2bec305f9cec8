/** Finds the correct name for messages about misspelt options and attributes. */

/**
 * Returns the most similar name: its differing part has one letter, or at most two if the written name has six letters or more.
 * Hyphens and capitals do not count. Undefined if the name is correct, or if none is similar.
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
export function listNames(written: string, names: readonly string[], intro: string): string {
  const meant = suggestName(written, names);
  const start = meant ? intro.charAt(0).toUpperCase() + intro.slice(1) : intro;
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
