/** Reads a whole batch, a part at a time. */
import type { StoreView } from '../store/store.js';
import { yieldToEventLoop } from '../yield-to-event-loop.js';
import type { Batch, BatchSlice } from './batch.js';

export type Read = <T>(work: (view: StoreView) => Promise<T>) => Promise<T>;

const SLICES_AT_ONCE = 100;

/** Yields all slices in order. Other work runs between two parts. */
export async function* readSlices({ id }: Pick<Batch, 'id'>, read: Read): AsyncGenerator<readonly BatchSlice[]> {
  for (let from = 0; ; from += SLICES_AT_ONCE) {
    const slices = await read((view) => view.listBatchSlices(id, from, SLICES_AT_ONCE));
    yield slices;
    if (slices.length < SLICES_AT_ONCE) return;
    await yieldToEventLoop();
  }
}
