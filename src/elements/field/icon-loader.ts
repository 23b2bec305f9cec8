/**
 * Brand icons come beside the form, not before it: a number can be typed without them. Loaded once for all fields, when
 * the first one is connected; a page that cannot load them shows the names to screen readers all the same.
 */

type Icons = typeof import('./brand-icons.js');

let loaded: Icons | undefined;
let loading: Promise<void> | undefined;

/** The icons, once they are there. */
export function icons(): Icons | undefined {
  return loaded;
}

/** Resolves when the icons are there, or cannot be had now. */
export function loadIcons(): Promise<void> {
  loading ??= import('./brand-icons.js').then(
    (module) => void (loaded = module),
    () => void (loading = undefined),
  );
  return loading;
}
