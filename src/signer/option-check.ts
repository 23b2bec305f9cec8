/**
 * Checks for options and for objects of options. A check throws an error that names the wrong member
 * by its full path (`rateLimit.client.calls`), never its value.
 */
import { listNames } from '../core/nearest-name.js';

/** @throws TypeError if the value of the named member is wrong */
export type Check = (name: string, value: unknown) => void;
/** A check for each member of `T`. The compiler refuses a table that lacks one. */
export type Checks<T> = Readonly<Record<keyof T, Check>>;

export const FUNCTION = check('a function', (value) => typeof value === 'function');
const OBJECT = check('an object', isObject);
export const OBJECT_OR_FALSE = check('an object or false', (value) => value === false || isObject(value));
export const TEXT = check('text that is not empty', (value) => typeof value === 'string' && value !== '');
export const TEXT_OR_EMPTY = check('text', (value) => typeof value === 'string');
export const NUMBER = check('a number', (value) => typeof value === 'number');
export const ABOVE_ZERO = check('a number above 0', (value) => Number.isFinite(value) && Number(value) > 0);
export const BOOLEAN = check('true or false', (value) => typeof value === 'boolean');

/** The value is one of these words. */
export function oneOf(...words: readonly string[]): Check {
  return check(words.join(' or '), (value) => words.includes(value as string));
}

/** The member may be left out. */
export function optional(wanted: Check): Check {
  return (name, value) => {
    if (value !== undefined) wanted(name, value);
  };
}

export function listOf(wanted: Check): Check {
  return (name, value) => {
    if (!Array.isArray(value)) throw new TypeError(`${name} must be a list`);
    for (const [index, item] of value.entries()) wanted(`${name}[${index}]`, item);
  };
}

/** An object with these members. It may have others: methods of a class, members of another standard. */
export function objectWith(members: Readonly<Record<string, Check>>): Check {
  return (name, value) => {
    OBJECT(name, value);
    checkMembers(members, name, value as object);
  };
}

/** An object with these members and no others. */
export function only(members: Readonly<Record<string, Check>>): Check {
  const known = objectWith(members);
  return (name, value) => {
    OBJECT(name, value);
    for (const member of Object.keys(value as object)) {
      if (Object.hasOwn(members, member)) continue;
      const names = Object.keys(members);
      throw new TypeError(`${pathOf(name, member)} is not an option${listNames(member, names, 'the options are')}`);
    }
    known(name, value);
  };
}

/** The second check for an object that has the member, else the third. */
export function ifMember(member: string, present: Check, absent: Check): Check {
  return (name, value) => (isObject(value) && member in (value as object) ? present : absent)(name, value);
}

function checkMembers(members: Readonly<Record<string, Check>>, name: string, value: object): void {
  for (const [member, wanted] of Object.entries(members)) {
    wanted(pathOf(name, member), (value as Readonly<Record<string, unknown>>)[member]);
  }
}

function check(what: string, isRight: (value: unknown) => boolean): Check {
  return (name, value) => {
    if (!isRight(value)) throw new TypeError(`${name} must be ${what}`);
  };
}

/** The options themselves have no name. */
function pathOf(parent: string, member: string): string {
  return parent === '' ? member : `${parent}.${member}`;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
