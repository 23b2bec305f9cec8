/** Asks for the code of a tag when the page has one, whenever that comes. */
import { lazyFile } from '../elements/lazy-file.js';

/** The tags of a file, as a selector, and how to get it. */
export type TagFile = readonly [tags: string, load: () => Promise<unknown>];

/** Watches the document itself; who puts a tag into a shadow root imports the file. One that could not be had is asked
 * for again by the rule of elements/lazy-file.ts, not at the next change of the page: asking is a change. */
export function loadForTags(files: readonly TagFile[]): void {
  // On a server there is no page to look at.
  if (!('document' in globalThis)) return;
  let waiting = files;
  const look = () => {
    const used = waiting.filter(([tags]) => document.querySelector(tags));
    waiting = waiting.filter((file) => !used.includes(file));
    if (waiting.length === 0) observer.disconnect();
    for (const [, load] of used) lazyFile(load).want();
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
  look();
}
