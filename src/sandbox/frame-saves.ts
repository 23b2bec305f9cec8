/**
 * Tracks saves of the service's frame that are in progress in this process. T10 and D11 wait for them, so that a card
 * is not charged while the shopper's correction is being saved.
 */

/** Timeout of the wait for a save, in seconds. */
const LONGEST_WAIT = 5;

export interface FrameSaves {
  /** Starts a save. Returns a function that ends it. */
  begin(authKey: string): () => void;
  /** Resolves when no save of a key is in progress, or after the timeout. */
  settled(authKey: string): Promise<void>;
}

export function createFrameSaves(wait: (seconds: number) => Promise<void>): FrameSaves {
  const open = new Map<string, Set<Promise<void>>>();
  return {
    begin(authKey) {
      const key = authKey.toLowerCase();
      let end = (): void => {};
      const save = new Promise<void>((resolve) => (end = resolve));
      const saves = open.get(key) ?? new Set();
      open.set(key, saves.add(save));
      return () => {
        end();
        saves.delete(save);
        if (saves.size === 0) open.delete(key);
      };
    },
    async settled(authKey) {
      const saves = open.get(authKey.toLowerCase());
      if (saves) await Promise.race([Promise.all(saves), wait(LONGEST_WAIT)]);
    },
  };
}
