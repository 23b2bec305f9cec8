/** Reads merchants and API users from the control API and the configuration file. */
import { ACTIONS, type Action } from '../../wire/codes.js';
import {
  DEFAULT_MERCHANT_SETTINGS,
  PERMISSIONS,
  type MerchantSeed,
  type MerchantSettings,
  type Permission,
} from '../merchant.js';
import { isClosingTime } from '../settlement/settlement-day.js';
import {
  SetupError,
  readBoolean,
  readChoice,
  readList,
  readMembers,
  readText,
  readTextItem,
  requireText,
  withoutAbsent,
  type Members,
} from './read-record.js';

const MERCHANT = ['number', 'shortName', 'name', 'defaultCurrency', 'currencies', 'settings', 'users'];
const USER = ['username', 'password', 'permissions'];
const DEFAULT_PERMISSIONS: readonly Permission[] = ['API'];
const NUMBER = /^[0-9]{1,20}$/;
const SHORT_NAME = /^[A-Za-z0-9_-]{1,50}$/;
const CURRENCY = /^[A-Z]{3}$/;
/** A user name must not contain either character: the credentials are `username|merchantNumber:password`. */
const USERNAME = /^[^|:]+$/;

function readAction(item: unknown, where: string): Action {
  const action = readTextItem(item, where);
  if (action in ACTIONS) return action as Action;
  throw new SetupError(`${where} must be one of ${Object.keys(ACTIONS).join(', ')}`);
}

function readCurrency(item: unknown, where: string): string {
  const currency = readTextItem(item, where);
  if (CURRENCY.test(currency)) return currency;
  throw new SetupError(`${where} must be a currency code, like AUD`);
}

function readPermission(item: unknown, where: string): Permission {
  const permission = PERMISSIONS.find((known) => known === item);
  if (permission) return permission;
  throw new SetupError(`${where} must be one of ${PERMISSIONS.join(', ')}`);
}

/** Reads the closing time of a settlement day. @throws SetupError */
export function readClosingTime(members: Members, where: string): string | undefined {
  const time = readText(members, 'settlementCloses', where);
  if (time === undefined || isClosingTime(time)) return time;
  throw new SetupError(`${where}.settlementCloses must be a time from 00:01 to 24:00, like 18:00`);
}

/** Reads the given settings of a merchant. @throws SetupError */
function readMerchantSettings(value: unknown, where: string): Partial<MerchantSettings> {
  const members = readMembers(value, Object.keys(DEFAULT_MERCHANT_SETTINGS), where);
  return withoutAbsent({
    defaultTokenisation: readChoice(members, 'defaultTokenisation', where, [1, 2, 3] as const),
    allowsTokenPayment: readBoolean(members, 'allowsTokenPayment', where),
    allowedActions: members['allowedActions'] === null ? null : readList(members, 'allowedActions', where, readAction),
    surcharge: readChoice(members, 'surcharge', where, ['free', 'none', 'adds_up'] as const),
    crn1Lookup: readChoice(members, 'crn1Lookup', where, ['free', 'listed_only'] as const),
    settlementCloses: members['settlementCloses'] === null ? null : readClosingTime(members, where),
    threeDS: readChoice(members, 'threeDS', where, ['by_name', 'always', 'never'] as const),
    sharedSecret: members['sharedSecret'] === null ? null : readText(members, 'sharedSecret', where),
    isClosed: readBoolean(members, 'isClosed', where),
  });
}

function readUsername(members: Members, where: string): string {
  const username = requireText(members, 'username', where);
  if (USERNAME.test(username)) return username;
  throw new SetupError(`${where}.username must not have | or :`);
}

/** Reads a new user. Permissions default to `API`. @throws SetupError */
function readUser(value: unknown, where: string): MerchantSeed['users'][number] {
  const members = readMembers(value, USER, where);
  return {
    username: readUsername(members, where),
    password: requireText(members, 'password', where),
    permissions: readList(members, 'permissions', where, readPermission) ?? DEFAULT_PERMISSIONS,
  };
}

/** A new or changed user. Without a password, the old one stays. */
export interface UserChange {
  readonly username: string;
  readonly password?: string;
  readonly permissions: readonly Permission[];
  readonly isActive: boolean;
}

/** @throws SetupError */
export function readUserChange(value: unknown): UserChange {
  const where = 'user';
  const members = readMembers(value, [...USER, 'isActive'], where);
  return {
    username: readUsername(members, where),
    ...withoutAbsent({ password: readText(members, 'password', where) }),
    permissions: readList(members, 'permissions', where, readPermission) ?? DEFAULT_PERMISSIONS,
    isActive: readBoolean(members, 'isActive', where) ?? true,
  };
}

function readMerchantMembers(members: Members, where: string) {
  const shortName = readText(members, 'shortName', where);
  if (shortName !== undefined && !SHORT_NAME.test(shortName)) {
    throw new SetupError(`${where}.shortName must be letters, digits, - and _, because it is part of a URL`);
  }
  const currencies = readList(members, 'currencies', where, readCurrency);
  const { defaultCurrency: first } = members;
  return {
    shortName,
    currencies,
    name: readText(members, 'name', where),
    defaultCurrency: first === undefined ? undefined : readCurrency(first, `${where}.defaultCurrency`),
    settings:
      members['settings'] === undefined ? undefined : readMerchantSettings(members['settings'], `${where}.settings`),
  };
}

/** Reads a new merchant. Only number and users have no default. @throws SetupError */
export function readMerchantSeed(value: unknown, where: string): MerchantSeed {
  const members = readMembers(value, MERCHANT, where);
  const number = requireText(members, 'number', where);
  if (!NUMBER.test(number)) throw new SetupError(`${where}.number must be 1 to 20 digits`);
  const { shortName = `SHOP${number}`, name = shortName, settings = {}, ...read } = readMerchantMembers(members, where);
  const defaultCurrency = read.defaultCurrency ?? read.currencies?.[0] ?? 'AUD';
  const currencies = read.currencies ?? [defaultCurrency];
  if (!currencies.includes(defaultCurrency))
    throw new SetupError(`${where}.currencies must include ${defaultCurrency}`);
  const users = readList(members, 'users', where, readUser) ?? [];
  return { number, shortName, name, defaultCurrency, currencies, settings, users };
}

/** Changed members of a merchant. */
export type MerchantChange = Partial<Omit<MerchantSeed, 'number' | 'users'>>;

/** @throws SetupError */
export function readMerchantChange(value: unknown): MerchantChange {
  const allowed = MERCHANT.filter((member) => member !== 'number' && member !== 'users');
  return withoutAbsent(readMerchantMembers(readMembers(value, allowed, 'merchant'), 'merchant'));
}
