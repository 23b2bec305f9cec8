/**
 * Files of ours that come when they are wanted. One that could not be had is asked for again only when something has changed:
 * the browser is online again, the page is shown again, or somebody presses. Never by a render: an element that is drawn
 * anew because a file did not come, and asks for it as it is drawn, would hang the page.
 */

/** What is drawn anew when a file has come, or could not be had. A Lit element is one. */
interface Drawn {
  requestUpdate(): void;
}

export interface LazyFile<Module> {
  /** The file, once it is there. */
  readonly module: Module | undefined;
  /** It could not be had, and nothing has changed since. */
  readonly hasFailed: boolean;
  /** Asks for it in the name of an element, which is drawn anew once it is known whether it can be had. As often as one likes. */
  want(element?: Drawn): void;
  /** Asks for it because somebody pressed something: after a failure, once more. */
  get(): Promise<Module>;
}

/**
 * @param load - imports the file
 * @param warn - is called once when it could not be had
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
