/**
 * The order of the last payment at this place of the shop, in sessionStorage. A page that makes its order when the button is
 * pressed has none after a reload: without this, a card whose answer was lost would be followed by a second order.
 */
import { attemptName } from '../../checkout/attempt-name.js';
import { readEntry, readRecord, recordsOf, wasSent, writeEntry } from '../../checkout/attempt-record.js';
import { otherMethod } from './source.js';

const entryOf = ({ id }: Element): string => `order at ${location.pathname}#${id}`;

/** Called before the card is sent; without an order when only the shop can say more. */
export function keepOrder(host: Element, order: string): void {
  writeEntry(entryOf(host), order ? { order } : undefined, recordsOf('sessionStorage'));
}

/** The kept order, if its card was sent and its outcome is not known yet; else empty, as for an element that pays nothing. */
export function unsettledOrder(host: Element & { readonly signerUrl: string }): string {
  const storage = recordsOf('sessionStorage');
  const { order } = readEntry(entryOf(host), storage);
  if (otherMethod(host) === 'token' || typeof order !== 'string') return '';
  const name = attemptName({ signerUrl: host.signerUrl, order });
  return wasSent(name) && !readRecord(name, storage)?.settled ? order : '';
}
