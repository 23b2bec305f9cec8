import { formatMoney, type Money } from '../core/money/money.js';
import { untranslated } from './untranslated.js';

/** A price, or with `write` a sentence with it. */
export const price = (money: Money, locale: string, write = (text: string) => text) =>
  untranslated(write(formatMoney(money, locale)));
