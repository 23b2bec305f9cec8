import { readDigits } from '../../core/card/digits.js';
import { readExpiry } from '../../core/card/expiry.js';
import { collapseBlanks } from '../../core/collapse-blanks.js';
import type { CardInput } from '../../checkout/submit-card.js';
import type { CardField } from './card-field.js';
import type { FieldContext, FieldKind } from './field-kind.js';

/** The fields of one card: sets the rules that depend on each other, and runs operations on all of them. */
export class CardGroup {
  readonly #fields: () => readonly CardField[];

  /** @param fields - Called each time, because a shop can add and remove fields. */
  constructor(fields: () => readonly CardField[]) {
    this.#fields = fields;
  }

  find(kind: FieldKind): CardField | undefined {
    return this.#fields().find((field) => field.kind === kind);
  }

  /** Gives every field the values that its rules depend on. */
  configure(context: FieldContext): void {
    const brand = this.find('number')?.brand;
    for (const field of this.#fields()) {
      const before = field.context;
      const next = { ...before, ...context, brand };
      field.context = next;
      const isNews = (Object.keys(next) as (keyof FieldContext)[]).some((name) => next[name] !== before[name]);
      // The shopper is not in the code while the number changes its brand.
      if (field.kind === 'cvn' && next.brand !== before.brand && field.read()) field.report();
      else if (isNews) field.refresh();
    }
  }

  /** Shows all errors and focuses the first one. True when all fields are valid. */
  report(): boolean {
    const wrong = this.#fields().filter((field) => !field.report());
    wrong[0]?.focus();
    return wrong.length === 0;
  }

  /** The card, for the one request that carries it. Call it only after {@link report} returned true. */
  read(): CardInput {
    const textOf = (kind: FieldKind) => this.find(kind)?.read() ?? '';
    const { month, year } = readExpiry(textOf('expiry'));
    return {
      number: readDigits(textOf('number')),
      expiryMonth: month,
      expiryYear: year,
      cvn: readDigits(textOf('cvn')),
      holderName: collapseBlanks(textOf('name')),
    };
  }

  clear(): void {
    for (const field of this.#fields()) field.clear();
  }
}
