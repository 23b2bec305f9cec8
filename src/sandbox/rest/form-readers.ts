/**
 * Converts form fields to the objects of the JSON calls, so that the same rules read both. An empty field counts as
 * absent. docs/wire/rest.md section 4.
 */
import { browserDVTokenRequest } from '../../wire/rest/dv-token.js';
import { browserTxnRequest } from '../../wire/rest/txn-req.js';
import type { Submission } from '../operations/submit-auth-key.js';
import type { TokenSubmission } from '../operations/submit-token-key.js';
import type { TokenKeyTask } from '../token.js';
import type { FormFields } from './form-fields.js';
import { toSubmission } from './readers.js';
import type { RestCall } from './row.js';
import { toTokenSubmission } from './token-readers.js';
import { readObject } from './wire-fault.js';

/** Reads the input of an operation from a form. @throws SandboxFault 998, 1xx */
export type ReadForm<Q> = (fields: FormFields, call: RestCall) => Q;

const CARD = ['CardHolderName', 'CardNumber', 'Cvn', 'ExpiryDateMonth', 'ExpiryDateYear'] as const;
const ACCOUNT = ['AccountName', 'AccountNumber', 'BSBNumber'] as const;
const REFERENCES = ['BillerCode', 'Crn1', 'Crn2', 'Crn3', 'EmailAddress'] as const;
const TXN = [
  ...REFERENCES,
  'Amount',
  'AmountOriginal',
  'AmountSurcharge',
  'Currency',
  'FraudScreeningDeviceFingerprint',
  'MerchantReference',
] as const;

/** Values of a ticked checkbox besides `true`: `on` is the default of HTML. Sandbox choice. */
const TICKS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['on', true],
  ['1', true],
  ['off', false],
  ['0', false],
]);

type Member = string | readonly unknown[] | boolean;

function pick(fields: FormFields, names: readonly string[]): Record<string, Member> {
  const members: Record<string, Member> = {};
  for (const name of names) {
    const value = fields.get(name);
    if (value !== undefined && value !== '') members[name] = value;
  }
  return members;
}

function pickTick(fields: FormFields, name: string): Record<string, Member> {
  const { [name]: value } = pick(fields, [name]);
  return value === undefined ? {} : { [name]: TICKS.get(value) ?? value };
}

/** The manual's forms have `CVN`, its JSON `Cvn`. Both are accepted; both together count as a repeated field. */
function renameCvn(fields: FormFields): FormFields {
  const spelled = [...fields].filter(([name]) => /^cvn$/i.test(name));
  const [first, ...others] = spelled;
  return first ? new Map([...fields, ['Cvn', others.length > 0 ? [] : first[1]]]) : fields;
}

/** Creates an object if any member is present. */
function whenAny(name: string, members: Record<string, Member>): Record<string, Record<string, Member>> {
  return Object.keys(members).length === 0 ? {} : { [name]: members };
}

function pickCard(fields: FormFields): Record<string, Record<string, Member>> {
  return whenAny('CardDetails', pick(renameCvn(fields), CARD));
}

/** T6 and T7. Amounts are strings here, so they are in major units. */
export const readSubmissionForm: ReadForm<Submission> = (fields, call) => {
  const wire = { ...pick(fields, TXN), ...pickTick(fields, 'StoreCard'), ...pickCard(fields) };
  const { TxnReq } = readObject(browserTxnRequest, { TxnReq: wire }, 'TxnReq', 'browser');
  return toSubmission(TxnReq, call);
};

function readTokenForm(fields: FormFields) {
  const wire = {
    ...pick(fields, REFERENCES),
    ...pickTick(fields, 'AcceptBADirectDebitTC'),
    ...pickCard(fields),
    ...whenAny('BankAccountDetails', pick(fields, ACCOUNT)),
  };
  return readObject(browserDVTokenRequest, { DVTokenReq: wire }, 'DVTokenReq', 'browser').DVTokenReq;
}

/** D9 and D10 as forms. */
export function readTokenSubmissionForm(task: TokenKeyTask): ReadForm<TokenSubmission> {
  return (fields, call) => toTokenSubmission(readTokenForm(fields), task, call);
}
