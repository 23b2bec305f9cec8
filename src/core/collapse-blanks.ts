/** Removes blanks at both ends and collapses runs of blanks, as a name or a reference is sent. */
export function collapseBlanks(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
