/** Checks the details of a payment, and writes them with the service's names. */
import { listNames } from '../../core/nearest-name.js';
import type { TxnAuthKeyRequest } from '../../service/txn-req.js';
import type { HppParameters } from '../../wire/rest/auth-key.js';
import { DETAILS, type Leaf, type Rule, type Rules } from './detail-rules.js';
import type { PaymentDetails } from './payment-details.js';

type ProcessTxnData = TxnAuthKeyRequest['ProcessTxnData'];

/** The details in the form of a key request. */
export interface WrittenDetails {
  readonly data: Partial<ProcessTxnData>;
  readonly hostedPage: HppParameters | undefined;
}

/**
 * Empty members are omitted.
 * @throws TypeError naming the wrong or unknown member
 */
export function writeDetails(details: PaymentDetails): WrittenDetails {
  const { HppParameters: hostedPage, ...data } = writeMembers(DETAILS, withDefaults(details), '');
  return { data, hostedPage: hostedPage as HppParameters | undefined };
}

/** A screening object without `perform` means that a screening is wanted. */
function withDefaults(details: PaymentDetails): object {
  const { fraudScreening } = details;
  return isObject(fraudScreening) ? { ...details, fraudScreening: { perform: true, ...fraudScreening } } : details;
}

/** The rule of a single value, by its path: `customer.address.city`, `orderDetails.items.0.sku`. */
export function findDetail(path: string): Leaf | undefined {
  let rules = DETAILS as Rules;
  let rule: Rule | undefined;
  for (const step of path.split('.')) {
    if (rule && 'item' in rule) rule = /^(?:0|[1-9]\d?)$/.test(step) ? rule.item : undefined;
    else rule = Object.hasOwn(rules, step) ? rules[step] : undefined;
    if (!rule) return undefined;
    rules = 'members' in rule ? rule.members : {};
  }
  return rule && 'isRight' in rule ? rule : undefined;
}

function writeMembers(rules: Rules, value: object, prefix: string): Record<string, unknown> {
  const members = value as Readonly<Record<string, unknown>>;
  const written = Object.entries(rules).map(([name, rule]) => [
    rule.wire,
    isEmpty(members[name]) ? undefined : writeValue(rule, members[name], prefix + name),
  ]);
  return Object.fromEntries(written.filter(([, each]) => each !== undefined)) as Record<string, unknown>;
}

function writeValue(rule: Rule, value: unknown, name: string): unknown {
  if ('isRight' in rule) {
    if (!rule.isRight(value)) throw new TypeError(`${name} must be ${rule.what}`);
    return rule.write ? rule.write(value) : value;
  }
  if ('item' in rule) {
    if (!Array.isArray(value)) throw new TypeError(`${name} must be a list`);
    // An item that was left out is skipped.
    return Object.values(value).map((item: unknown, index) => writeValue(rule.item, item, `${name}.${index}`));
  }
  if (!isObject(value)) throw new TypeError(`${name} must be an object`);
  const unknown = Object.keys(value).find((each) => !Object.hasOwn(rule.members, each));
  if (unknown !== undefined) {
    const names = Object.keys(rule.members);
    throw new TypeError(`${name}.${unknown} is not a member${listNames(unknown, names, 'the members are')}`);
  }
  return writeMembers(rule.members, value, `${name}.`);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
