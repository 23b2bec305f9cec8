/** Cards and accounts for tests, by name. The sandbox knows their numbers and names: docs/reference/test-cards.md. */
import { TEST_CVNS, TEST_HOLDERS, TEST_NUMBERS } from '../core/card/test-values.js';

/** The text that a shopper types for a card. */
export interface TypedCard {
  /** Digits only. */
  readonly number: string;
  /** `MMYY`. */
  readonly expiry: string;
  /** The security code. */
  readonly cvn: string;
  /** The name on the card. */
  readonly name: string;
}

/** The text that a shopper types for a bank account. */
export interface TypedAccount {
  /** Six digits. */
  readonly bsb: string;
  readonly number: string;
  readonly name: string;
}

/** Name of a test card: a number, or an outcome. */
export type TestCardName = keyof typeof TEST_NUMBERS | keyof typeof TEST_HOLDERS | 'wrongCvn';

const YEARS_AHEAD = 4;
const details = {
  expiry: `12${String((new Date().getFullYear() + YEARS_AHEAD) % 100).padStart(2, '0')}`,
  cvn: '739',
  name: 'Mia Tran',
};
const visa: TypedCard = { ...details, number: TEST_NUMBERS.visa };

/**
 * Every test card by name: `testCards.visa`, or by its outcome: `testCards.noFunds`. A card with an outcome has the holder's name
 * that the sandbox knows, except `wrongCvn`, which has a CVN that is declined in test mode.
 */
export const testCards = {
  ...cards(TEST_NUMBERS, (number) => ({ ...details, number })),
  amex: { ...details, number: TEST_NUMBERS.amex, cvn: '7391' },
  ...cards(TEST_HOLDERS, (name) => ({ ...visa, name })),
  wrongCvn: { ...visa, cvn: TEST_CVNS.wrong },
} satisfies Record<TestCardName, TypedCard>;

/** A bank account that the sandbox accepts. */
export const testAccount: TypedAccount = { bsb: '063917', number: '80417726', name: 'Mia Tran' };

/** True if the outcome of the card depends on the typed name. */
export function needsName({ name }: Partial<TypedCard>): boolean {
  return Object.values<string | undefined>(TEST_HOLDERS).includes(name);
}

function cards<Name extends string>(table: Readonly<Record<Name, string>>, make: (value: string) => TypedCard) {
  const rows = Object.entries<string>(table).map(([name, value]) => [name, make(value)]);
  return Object.fromEntries(rows) as Record<Name, TypedCard>;
}
