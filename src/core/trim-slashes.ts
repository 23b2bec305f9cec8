/** The text without slashes at its end. A regular expression looks again from each slash of a run, which any caller can send. */
export function trimSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}
