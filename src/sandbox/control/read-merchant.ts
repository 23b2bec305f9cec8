/** Schemas of merchants and API users, for the control API and the configuration file. */
import type * as z from 'zod';
import { ACTIONS, type Action } from '../../wire/codes.js';
import { choice, flag, list, object, someOf, text, textLike, whole } from '../../wire/read-input.js';
import {
  PERMISSIONS,
  type MerchantSeed,
  type MerchantSettings,
  type Permission,
  type BillerReference,
  type RuledReference,
} from '../merchant.js';
import { isCharacterList } from '../operations/reference-rules.js';
import { NO_CONTROLS, TEXT, WITHOUT_CONTROLS } from './read-setup.js';
import { isClosingTime } from '../settlement/settlement-day.js';

/** A merchant's number. */
export const MERCHANT_NUMBER = textLike('must be 1 to 20 digits', /^[0-9]{1,20}$/);
const CURRENCY = textLike('must be a currency code, like AUD', /^[A-Z]{3}$/);
/** Closing time of a settlement day. */
export const CLOSING_TIME = TEXT.refine(isClosingTime, 'must be a time from 00:01 to 24:00, like 18:00');

const LONGEST_REFERENCE = 50;
/** The inside of a character class. */
const CHARACTERS = TEXT.refine(isCharacterList, 'must be characters and ranges, like A-Za-z0-9 -');
const PART = text(LONGEST_REFERENCE);
const COUNT = whole(0, Number.MAX_SAFE_INTEGER);
const REFERENCE = someOf({
  label: PART,
  isRequired: flag(),
  characters: CHARACTERS,
  shortest: whole(1, LONGEST_REFERENCE),
  longest: whole(1, LONGEST_REFERENCE),
  prefix: PART,
  suffix: PART,
  from: COUNT,
  to: COUNT,
  checkDigit: choice(['mod10']),
} satisfies Record<keyof BillerReference, z.ZodType>)
  .refine(({ shortest = 1, longest = LONGEST_REFERENCE }) => shortest <= longest, {
    path: ['shortest'],
    error: 'must not be above longest',
  })
  .refine(({ from = 0, to = Infinity }) => from <= to, { path: ['from'], error: 'must not be above to' });

export const MERCHANT_SETTINGS = someOf({
  defaultTokenisation: choice([1, 2, 3]),
  allowsTokenPayment: flag(),
  allowedActions: list(choice(Object.keys(ACTIONS) as Action[])).nullable(),
  surcharge: choice(['free', 'none', 'adds_up']),
  defaultBillerCode: text(LONGEST_REFERENCE).nullable(),
  references: someOf({
    crn1: REFERENCE,
    crn2: REFERENCE,
    crn3: REFERENCE,
    merchantReference: REFERENCE,
  } satisfies Record<RuledReference, z.ZodType>),
  directDebitTerms: choice(['free', 'required']),
  crn1Lookup: choice(['free', 'listed_only']),
  settlementCloses: CLOSING_TIME.nullable(),
  threeDS: choice(['by_name', 'always', 'never']),
  sharedSecret: TEXT.nullable(),
  isClosed: flag(),
} satisfies Record<keyof MerchantSettings, z.ZodType>);

const USER = {
  /** The credentials are `username|merchantNumber:password`. */
  username: TEXT.regex(/^[^|:]+$/, 'must not have | or :').regex(WITHOUT_CONTROLS, NO_CONTROLS),
  permissions: list(choice(PERMISSIONS)).default(['API']),
};

/** A new or changed user. Without a password, the old one stays. */
export interface UserChange {
  readonly username: string;
  readonly password?: string;
  readonly permissions: readonly Permission[];
  readonly isActive: boolean;
}

export const USER_CHANGE = object({
  ...USER,
  password: TEXT.exactOptional(),
  isActive: flag().default(true),
}) satisfies z.ZodType<UserChange>;

/** Changed members of a merchant. */
export type MerchantChange = Partial<Omit<MerchantSeed, 'number' | 'users'>>;

export const MERCHANT_CHANGE = someOf({
  shortName: textLike('must be letters, digits, - and _, because it is part of a URL', /^[A-Za-z0-9_-]{1,50}$/),
  name: TEXT,
  defaultCurrency: CURRENCY,
  currencies: list(CURRENCY),
  settings: MERCHANT_SETTINGS,
} satisfies Record<keyof MerchantChange, z.ZodType>);

/** A new merchant. Only its number has no default. */
export const MERCHANT_SEED = object({
  number: MERCHANT_NUMBER,
  ...MERCHANT_CHANGE.shape,
  users: list(object({ ...USER, password: TEXT })).default([]),
})
  .transform(({ number, shortName = `SHOP${number}`, name = shortName, settings = {}, users, ...given }) => {
    const { defaultCurrency = given.currencies?.[0] ?? 'AUD', currencies = [defaultCurrency] } = given;
    return { number, shortName, name, defaultCurrency, currencies, settings, users } satisfies MerchantSeed;
  })
  .refine(({ currencies, defaultCurrency }) => currencies.includes(defaultCurrency), {
    path: ['currencies'],
    error: ({ input }) => `must include ${(input as MerchantSeed).defaultCurrency}`,
  });
