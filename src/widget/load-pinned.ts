/**
 * Loads later files of the script tag and checks their hashes, because a plain `import()` checks
 * nothing. docs/invariants.md, invariant 11.
 */

/** For each file: its hash, and the files that it imports. Written by the build (tools/pins.ts). */
export type Pins = Readonly<Record<string, readonly [integrity: string, ...needs: string[]]>>;

/** Loads a file by its name. Rejects if it, or a file that it imports, differs from the build's. */
type LoadPart = (name: string) => Promise<unknown>;

/**
 * Creates the loader.
 * @param base the URL next to which the files are
 */
export function createLoader(base: string, pins: Pins): LoadPart {
  const addressOf = (name: string): string => new URL(name, base).href;
  const fetched = new Map<string, Promise<void>>();

  /**
   * A preloaded module is in the page's module map, where `import()` finds it. Import only after `load`: after `error`,
   * `import()` would request the file again, without the hash (Chromium 156).
   */
  function fetchPart(name: string): Promise<void> {
    const known = fetched.get(name);
    if (known) return known;
    const link = document.createElement('link');
    const fetching = new Promise<void>((resolve, reject) => {
      link.onload = () => resolve();
      link.onerror = () =>
        reject(new Error(`Florin: ${name} could not be loaded, or is not the file that it should be`));
      // A browser without module preload cannot check hashes.
      if (!link.relList.supports('modulepreload')) resolve();
    });
    link.rel = 'modulepreload';
    link.crossOrigin = 'anonymous';
    link.integrity = pins[name]?.[0] ?? 'sha256-';
    link.href = addressOf(name);
    document.head.append(link);
    fetched.set(name, fetching);
    // After a failure, the next call requests it again.
    fetching.catch(() => fetched.delete(name));
    return fetching;
  }

  return async (name) => {
    const [, ...needs] = pins[name] ?? [];
    await Promise.all([name, ...needs].map(fetchPart));
    return import(/* @vite-ignore */ addressOf(name)) as Promise<unknown>;
  };
}
