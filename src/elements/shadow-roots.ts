/** Tells the script tag of shadow roots with a checkout, which the document does not show. */
let listener: ((root: ShadowRoot) => void) | undefined;
/** The roots until there is a listener. A page with a bundler never has one. */
const earlier: WeakRef<ShadowRoot>[] = [];

/** Called by each attempt to pay or to save. */
export function noteRoot(root: Node): void {
  if (!(root instanceof ShadowRoot)) return;
  if (listener) listener(root);
  else earlier.push(new WeakRef(root));
}

/** Calls `next` for each root, also for those that were noted before. */
export function onShadowRoot(next: (root: ShadowRoot) => void): void {
  listener = next;
  for (const each of earlier.splice(0)) {
    const root = each.deref();
    if (root) next(root);
  }
}
