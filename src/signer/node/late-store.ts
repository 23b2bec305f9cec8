/** A store whose database may start later than the process: after a power cut, or when all containers start at once. */
import { STORE_CALLS } from '../check-options.js';
import type { ClaimStore } from '../claims/claim-store.js';
import { messageOf } from '../monitoring/message-of.js';
import type { SignerLogEntry } from '../signer-options.js';
import { isAway } from './postgres-pool.js';

/** Time between two tries. Milliseconds. */
const PAUSE = 500;

interface LateStore {
  /** Every call of it fails until the database is there. */
  readonly store: ClaimStore;
  /** @throws the errors of `open`; those of a database that does not answer only after the time */
  readonly opened: Promise<void>;
}

/** Tries to open a store until its database answers. A store with `notifyPaid` would lose it: the sidecar's have none. */
export function openLate(
  open: () => Promise<ClaimStore>,
  { seconds, log }: { readonly seconds: number; readonly log: (entry: SignerLogEntry) => void },
): LateStore {
  let store: ClaimStore | undefined;
  let isClosed = false;

  const call = async (name: keyof ClaimStore, values: readonly unknown[]): Promise<unknown> => {
    if (!store) throw new Error('The database has not answered since the start');
    return (store[name] as (...values: readonly unknown[]) => Promise<unknown>)(...values);
  };

  async function openOnceThere(): Promise<void> {
    const from = performance.now();
    let isAwaited = false;
    while (!isClosed) {
      try {
        store = await open();
        if (isClosed) await store.close();
        else if (isAwaited) log({ level: 'info', event: 'store_found' });
        return;
      } catch (error) {
        if (!isAway(error)) throw error;
        const message = messageOf(error);
        if (performance.now() - from >= seconds * 1000)
          throw new Error(`The database did not answer for ${seconds} s: ${message}`, { cause: error });
        if (!isAwaited) log({ level: 'warn', event: 'store_awaited', seconds, message });
        isAwaited = true;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  const calls = STORE_CALLS.map((name) => [name, (...values: readonly unknown[]) => call(name, values)]);
  return {
    store: {
      ...(Object.fromEntries(calls) as unknown as ClaimStore),
      async close() {
        isClosed = true;
        await store?.close();
      },
    },
    opened: openOnceThere(),
  };
}
