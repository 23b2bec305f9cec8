/** Loading of the later parts of the script tag by their hashes: a bare `import()` checks nothing. docs/invariants.md, invariant 11. */

/** By file: its hash, and the files that it imports in turn. Written by the build (tools/pins.ts). */
export type Pins = Readonly<Record<string, readonly [integrity: string, ...needs: string[]]>>;

/** Loads a part by its file name. Rejects when it, or what it needs, is another file than the build has made. */
export type LoadPart = (name: string) => Promise<unknown>;

/**
 * Makes the loader.
 * @param base the address beside which the files lie
 */
export function createLoader(base: string, pins: Pins): LoadPart {
  const addressOf = (name: string): string => new URL(name, base).href;
  const fetched = new Map<string, Promise<void>>();

  /**
   * A preloaded module stands in the page's module map, where `import()` finds it. Only after its `load`: once its `error`
   * was fired, `import()` would ask for the file again, without the hash (Chromium 156).
   */
  function fetchPart(name: string): Promise<void> {
    const known = fetched.get(name);
    if (known) return known;
    const link = document.createElement('link');
    const fetching = new Promise<void>((resolve, reject) => {
      link.onload = () => resolve();
      link.onerror = () =>
        reject(new Error(`Florin: ${name} could not be loaded, or is not the file that it should be`));
      // A browser that cannot preload has no way to check.
      if (!link.relList.supports('modulepreload')) resolve();
    });
    link.rel = 'modulepreload';
    link.crossOrigin = 'anonymous';
    link.integrity = pins[name]?.[0] ?? 'sha256-';
    link.href = addressOf(name);
    document.head.append(link);
    fetched.set(name, fetching);
    // Not to be had now: whoever wants it asks again.
    fetching.catch(() => fetched.delete(name));
    return fetching;
  }

  return async (name) => {
    const [, ...needs] = pins[name] ?? [];
    await Promise.all([name, ...needs].map(fetchPart));
    return import(/* @vite-ignore */ addressOf(name)) as Promise<unknown>;
  };
}
