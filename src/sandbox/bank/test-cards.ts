/** The cards that the sandbox takes. wire/rest.md section 10; numbers that the service itself publishes for tests. */
import type { CardType } from '../../wire/codes.js';

/** A number that is nobody's, and what version 3 answers of it. */
export interface TestCard {
  /** Stored in place of the number. Unique. */
  readonly id: string;
  /** The number, digits only. */
  readonly pan: string;
  readonly cardType: CardType;
  /** The scheme, for people. */
  readonly name: string;
  readonly category: string;
  readonly issuer: string;
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
  { id: 'mc-5', pan: '5123456789012346', cardType: 'MC', name: 'Mastercard', ...DOMESTIC },
  { id: 'mc-2', pan: '2720010040360012', cardType: 'MC', name: 'Mastercard, 2 series', ...DOMESTIC, subType: 'debit' },
  { id: 'vc', pan: '4987654321098769', cardType: 'VC', name: 'Visa', ...DOMESTIC },
  { id: 'ax', pan: '345678901234564', cardType: 'AX', name: 'American Express', ...INTERNATIONAL },
  { id: 'dc', pan: '30123456789019', cardType: 'DC', name: 'Diners Club', ...INTERNATIONAL },
  { id: 'jc', pan: '3530111333300000', cardType: 'JC', name: 'JCB', ...INTERNATIONAL },
];

/** Knows test cards by number and by id. */
export interface CardBook {
  findByPan(digits: string): TestCard | undefined;
  findById(id: string): TestCard | undefined;
}

/** Makes the book of the service's test cards and of others that a sandbox was given. */
export function createCardBook(extra: readonly TestCard[]): CardBook {
  const cards = [...TEST_CARDS, ...extra];
  const byPan = new Map(cards.map((card) => [card.pan, card]));
  const byId = new Map(cards.map((card) => [card.id, card]));
  return { findByPan: (digits) => byPan.get(digits), findById: (id) => byId.get(id) };
}

/** First six digits, three dots, last three digits. rest-interface.md "Conventions". */
export function maskPan(digits: string): string {
  return `${digits.slice(0, 6)}...${digits.slice(-3)}`;
}
