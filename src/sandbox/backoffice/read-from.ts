/** Reads where a page of a long list begins. */
import { SetupError, readWhole } from '../control/read-record.js';

/** @throws SetupError unless it is a multiple of the page's length within the list */
export function readFrom(
  members: Readonly<Record<string, unknown>>,
  { pageLength, total }: { readonly pageLength: number; readonly total: number },
): number {
  const from = readWhole(members, 'from', 'list', { from: 0, to: total }) ?? 0;
  if (from % pageLength !== 0) throw new SetupError(`list.from must be a multiple of ${pageLength}`);
  return from;
}
