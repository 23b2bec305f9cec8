/** Loads the code of a tag when the page contains the tag, at any time. */
import { isLoopbackInBrowser } from '../core/loopback.js';
import { lazyFile } from '../elements/lazy-file.js';
import { onShadowRoot } from '../elements/shadow-roots.js';

/** The tags of a file, as a selector, and the function that loads the file. */
type TagFile = readonly [tags: string, load: () => Promise<unknown>];

/**
 * Observes the document, and each shadow root with a checkout; code that puts a tag into another shadow root has to import the
 * file. A file that failed to load is requested again by the rule of elements/lazy-file.ts, not at the next change of the page,
 * because the request itself changes the page.
 */
export function loadForTags(files: readonly TagFile[]): void {
  // There is no document on a server.
  if (!('document' in globalThis)) return;
  let waiting = files;
  let places: readonly (Document | ShadowRoot)[] = [];
  const look = () => {
    places = places.filter(({ isConnected }) => isConnected);
    const used = waiting.filter(([tags]) => places.some((place) => place.querySelector(tags)));
    waiting = waiting.filter((file) => !used.includes(file));
    if (waiting.length === 0) observer.disconnect();
    for (const [, load] of used) lazyFile(load).want();
  };
  const observer = new MutationObserver(look);
  const watch = (place: Document | ShadowRoot) => {
    places = [...places, place];
    if (waiting.length > 0) observer.observe(place, { childList: true, subtree: true });
    look();
  };
  watch(document);
  onShadowRoot(watch);
  if (isLoopbackInBrowser(location.hostname))
    import('../elements/florin-checkout/markup-warning.js').then(
      ({ warnOfData }) => warnOfData(),
      () => {},
    );
}
