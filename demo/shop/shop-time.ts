/** The shop's days and times, in the zone of the payment service, so that a page has one time. */

/** Its city is named with every time, because the payment page shows the same instant in the browser's own zone. */
export const SHOP_TIME = 'Australia/Sydney';

const DAY = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: SHOP_TIME });
const TIME = new Intl.DateTimeFormat('en-AU', { timeStyle: 'short', timeZone: SHOP_TIME });

/** Prints a day: `29 November 2026`. */
export function printDay(instant: Date): string {
  return DAY.format(instant);
}

/** Prints a time with the city of its zone: `3:23 pm Sydney time`. */
export function printTime(instant: Date): string {
  return `${TIME.format(instant)} ${SHOP_TIME.split('/')[1]} time`;
}
