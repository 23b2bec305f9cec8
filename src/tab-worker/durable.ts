/** Stores changes of the databases in memory before an answer acknowledges them. */
import type { ImageName, Images } from './images.js';
import type { TabDatabase } from './sqlite.js';

/** Stores what has changed since the last call. Resolves when it is stored. */
export type Save = () => Promise<void>;

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Options of {@link createSave}. */
interface SaveOptions {
  readonly databases: ReadonlyMap<ImageName, TabDatabase>;
  readonly images: Images;
  /** Called when a save failed: the databases in memory are then ahead of the stored ones, and are not used again. */
  lost(): void;
}

export function createSave({ databases, images, lost }: SaveOptions): Save {
  const stored = new Map<ImageName, bigint>();
  let running: Promise<void> | undefined;

  const changed = () => [...databases].filter(([name, database]) => database.changes() !== stored.get(name));

  async function saveOnce(): Promise<void> {
    // An image must not contain half a transaction.
    while ([...databases.values()].some(({ connection }) => connection.isTransaction)) await nextTask();
    const marks = changed().map(([name, database]) => [name, database.changes(), database.export()] as const);
    try {
      await images.save(new Map(marks.map(([name, , bytes]) => [name, bytes])));
    } catch (error) {
      lost();
      throw error;
    }
    for (const [name, mark] of marks) stored.set(name, mark);
  }

  return async () => {
    while (changed().length > 0) {
      running ??= saveOnce().finally(() => {
        running = undefined;
      });
      await running;
    }
  };
}

/**
 * Wraps a store: each method resolves after all changes are stored. Nothing that was acknowledged is lost when the worker ends.
 */
export function createDurable<Store extends object>(store: Store, save: Save): Store {
  const methods = Object.entries(store).map(([name, member]: [string, unknown]) => {
    if (typeof member !== 'function' || name === 'close') return [name, member] as const;
    const method = member as (...parameters: unknown[]) => Promise<unknown>;
    return [
      name,
      async (...parameters: unknown[]) => {
        const answer = await method(...parameters);
        await save();
        return answer;
      },
    ] as const;
  });
  return Object.fromEntries(methods) as Store;
}
