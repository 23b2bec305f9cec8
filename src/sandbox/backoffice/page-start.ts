/** Where a page of a long list begins. */
import { whole } from '../../wire/read-input.js';

/** A multiple of the page's length within the list. */
export function pageStart({ pageLength, total }: { readonly pageLength: number; readonly total: number }) {
  return whole(0, total).multipleOf(pageLength, `must be a multiple of ${pageLength}`).default(0);
}
