/**
 * Files of Florin that are loaded on demand. A file that failed to load is requested again only after an event: the
 * browser is online again, the page is shown again, or the shopper presses something. Never by a render: an element
 * that renders because a file failed, and requests the file as it renders, would hang the page.
 */

/** Rendered again when a file is loaded or has failed. A Lit element is one. */
interface Drawn {
  requestUpdate(): void;
}

export interface LazyFile<Module> {
  /** The module, once it is loaded. */
  readonly module: Module | undefined;
  /** Loading has failed, and no event has allowed another try. */
  readonly hasFailed: boolean;
  /**
   * Requests the file for an element, which is rendered again after the file is loaded or has failed. Safe to repeat.
   */
  want(element?: Drawn): void;
  /** Requests the file because the shopper pressed something: after a failure, tries once more. */
  get(): Promise<Module>;
}

/**
 * @param load - imports the file
 * @param warn - is called once when it fails
 */
export function lazyFile<Module>(
  load: () => Promise<Module>,
  warn: (error: unknown) => void = (error) => console.warn('florin: a file could not be loaded', error),
): LazyFile<Module> {
  const waiting = new Set<Drawn>();
  let asked: Promise<Module> | undefined;
  let module: Module | undefined;
  let hasFailed = false;
  let hasWarned = false;

  const redraw = (): void => {
    for (const element of waiting) element.requestUpdate();
  };

  const ask = (): Promise<Module> => {
    hasFailed = false;
    asked = load().then(
      (loaded) => {
        module = loaded;
        redraw();
        waiting.clear();
        return loaded;
      },
      (error: unknown) => {
        hasFailed = true;
        if (!hasWarned) warn(error);
        hasWarned = true;
        atNextChance(() => {
          if (hasFailed) ask().catch(() => {});
        });
        redraw();
        throw error;
      },
    );
    return asked;
  };

  return {
    get module() {
      return module;
    },
    get hasFailed() {
      return hasFailed;
    },
    want(element) {
      if (element && !module) waiting.add(element);
      if (!asked) ask().catch(() => {});
    },
    get: () => (asked && !hasFailed ? asked : ask()),
  };
}

/** Calls back once, when the browser is online again or the page is shown again. */
function atNextChance(call: () => void): void {
  const chance = new AbortController();
  const take = (): void => {
    chance.abort();
    call();
  };
  const { signal } = chance;
  globalThis.addEventListener('online', take, { signal });
  globalThis.addEventListener('pageshow', (event) => event.persisted && take(), { signal });
}
