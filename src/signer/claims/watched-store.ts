/** Marks errors of the store, so that a failing store is reported as such. */
import type { ClaimStore } from './claim-store.js';

const faults = new WeakSet<Error>();

/** Whether the store threw the error. */
export function isStoreFault(error: unknown): boolean {
  return error instanceof Error && faults.has(error);
}

/**
 * @param calls names of the store's methods; `notifyPaid` runs the shop's own code and is not
 * included
 */
export function watchStore(store: ClaimStore, calls: readonly (keyof Omit<ClaimStore, 'notifyPaid'>)[]): ClaimStore {
  const methods = calls.map((name) => {
    const call = async (...values: unknown[]): Promise<unknown> => {
      try {
        return await (store[name] as (...values: unknown[]) => Promise<unknown>).apply(store, values);
      } catch (error) {
        if (error instanceof Error) faults.add(error);
        throw error;
      }
    };
    return [name, call];
  });
  const { notifyPaid } = store;
  return {
    ...(Object.fromEntries(methods) as unknown as ClaimStore),
    ...(notifyPaid && { notifyPaid: (entry, agreed, signal) => notifyPaid.call(store, entry, agreed, signal) }),
  };
}
