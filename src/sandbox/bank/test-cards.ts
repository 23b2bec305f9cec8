/**
 * The test cards that the sandbox accepts: numbers that the service publishes for tests. docs/wire/rest.md section 10.
 */
import type { Mask } from '../dialect/dialect.js';
import { TEST_NUMBERS } from '../../core/card/test-values.js';
import type { CardType } from '../../wire/codes.js';

/** A test card and the details that version 3 returns for it. */
export interface TestCard {
  /** Stored instead of the number. Unique. */
  readonly id: string;
  /** The number, digits only. */
  readonly pan: string;
  readonly cardType: CardType;
  /** Display name of the scheme. */
  readonly name: string;
  readonly category: string;
  /** Null as for some test cards of the service. */
  readonly issuer: string | null;
  /** ISO 3166 alpha-3. */
  readonly issuerCountryCode: string;
  readonly localisation: 'domestic' | 'international';
  readonly subType: 'credit' | 'debit';
}

const DOMESTIC = {
  category: 'STANDARD',
  issuer: 'Florin Test Bank',
  issuerCountryCode: 'AUS',
  localisation: 'domestic',
  subType: 'credit',
} as const;
const INTERNATIONAL = { ...DOMESTIC, issuerCountryCode: 'USA', localisation: 'international' } as const;

/** The service's test cards, in the manual's order. */
export const TEST_CARDS: readonly TestCard[] = [
  { id: 'mc-5', pan: TEST_NUMBERS.mastercard, cardType: 'MC', name: 'Mastercard', ...DOMESTIC },
  {
    id: 'mc-2',
    pan: TEST_NUMBERS.mastercard2Series,
    cardType: 'MC',
    name: 'Mastercard, 2 series',
    ...DOMESTIC,
    subType: 'debit',
  },
  { id: 'vc', pan: TEST_NUMBERS.visa, cardType: 'VC', name: 'Visa', ...DOMESTIC },
  { id: 'ax', pan: TEST_NUMBERS.amex, cardType: 'AX', name: 'American Express', ...INTERNATIONAL },
  { id: 'dc', pan: TEST_NUMBERS.diners, cardType: 'DC', name: 'Diners Club', ...INTERNATIONAL },
  { id: 'jc', pan: TEST_NUMBERS.jcb, cardType: 'JC', name: 'JCB', ...INTERNATIONAL },
];

/** Test cards by number and by id. */
export interface CardBook {
  findByPan(digits: string): TestCard | undefined;
  findById(id: string): TestCard | undefined;
}

/** Creates the book of the service's test cards and the extra ones of a sandbox. */
export function createCardBook(extra: readonly TestCard[]): CardBook {
  const cards = [...TEST_CARDS, ...extra];
  const byPan = new Map(cards.map((card) => [card.pan, card]));
  const byId = new Map(cards.map((card) => [card.id, card]));
  return { findByPan: (digits) => byPan.get(digits), findById: (id) => byId.get(id) };
}

/** First six digits, three dots, last three digits. docs/wire/rest-interface.md "Conventions". */
const MASK: Mask = { first: 6, between: '...', last: 3 };

export function maskPan(digits: string, { first, between, last }: Mask = MASK): string {
  return digits.slice(0, first) + between + digits.slice(digits.length - last);
}
