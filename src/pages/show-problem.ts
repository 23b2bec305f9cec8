/** The place above the form where it is said what is wrong with all of it. */

/** Says it, and hides the place when there is nothing to say. */
export function showProblem(text: string, link?: { readonly text: string; readonly href: string }): void {
  const place = document.querySelector<HTMLElement>('#problems');
  if (!place) return;
  const said = document.createElement('p');
  said.className = 'what';
  said.textContent = text;
  place.replaceChildren(said);
  if (link) {
    const anchor = document.createElement('a');
    anchor.textContent = link.text;
    anchor.href = link.href;
    place.append(anchor);
  }
  place.hidden = text === '';
  if (link) place.focus();
}
