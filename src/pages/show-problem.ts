/** The place above the form for an error of the whole form. */

/** Shows the error, or hides the place if there is none. */
export function showProblem(text: string, link?: { readonly text: string; readonly href: string }): void {
  const place = document.querySelector<HTMLElement>('#problems');
  if (!place) return;
  const paragraph = document.createElement('p');
  paragraph.className = 'what';
  paragraph.textContent = text;
  place.replaceChildren(paragraph);
  if (link) {
    const anchor = document.createElement('a');
    anchor.textContent = link.text;
    anchor.href = link.href;
    place.append(anchor);
  }
  place.hidden = text === '';
  if (link) place.focus();
}
