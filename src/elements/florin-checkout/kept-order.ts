/**
 * The order of the last payment at this place of the shop, in sessionStorage. A page that makes its order when the button is
 * pressed has none after a reload: without this, a card whose answer was lost would be followed by a second order.
 */
import { readEntry, readRecord, recordsOf, writeEntry } from '../../checkout/attempt-record.js';
import { otherMethod } from './source.js';

type Host = Element & { readonly order: string };

const entryOf = ({ id }: Host): string => `order at ${location.pathname}#${id}`;

/** Called before the card is sent. */
export function keepOrder(host: Host): void {
  writeEntry(entryOf(host), { order: host.order }, recordsOf('sessionStorage'));
}

/** The kept order, if its card was sent and its outcome is not known yet; else empty, as for an element that pays nothing. */
export function unsettledOrder(host: Host): string {
  if (otherMethod(host) === 'token') return '';
  const storage = recordsOf('sessionStorage');
  const { order } = readEntry(entryOf(host), storage);
  if (typeof order !== 'string') return '';
  const record = readRecord(order, storage);
  return record?.submittedAt !== undefined && !record.settled ? order : '';
}
