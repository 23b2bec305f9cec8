/**
 * From the fields of a form to the objects that the JSON calls have, so that one set of rules reads both. An empty field
 * says as much as none. wire/rest.md section 4.
 */
import { browserDVTokenRequest } from '../../wire/rest/dv-token.js';
import { readWire } from '../../wire/rest/read-wire.js';
import { browserTxnRequest } from '../../wire/rest/txn-req.js';
import type { Submission } from '../operations/submit-auth-key.js';
import type { TokenSubmission } from '../operations/submit-token-key.js';
import type { TokenKeyTask } from '../token.js';
import type { FormFields } from './form-fields.js';
import { toSubmission } from './readers.js';
import type { RestCall } from './row.js';
import { toTokenSubmission } from './token-readers.js';
import { readChecked } from './wire-fault.js';

/** Reads what an operation needs from a form. @throws SandboxFault 998, 1xx */
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

/** What a ticked box sends, besides `true`: `on` is what HTML sends of itself. Sandbox choice. */
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

/** The manual's forms have `CVN`, its JSON `Cvn`: taken in any case, and twice is twice. */
function settleCvn(fields: FormFields): FormFields {
  const spelled = [...fields].filter(([name]) => /^cvn$/i.test(name));
  const [first, ...others] = spelled;
  return first ? new Map([...fields, ['Cvn', others.length > 0 ? [] : first[1]]]) : fields;
}

/** An object of members, if there are any: what is absent says that it was not typed. */
function whenAny(name: string, members: Record<string, Member>): Record<string, Record<string, Member>> {
  return Object.keys(members).length === 0 ? {} : { [name]: members };
}

function pickCard(fields: FormFields): Record<string, Record<string, Member>> {
  return whenAny('CardDetails', pick(settleCvn(fields), CARD));
}

/** T6 and T7. Amounts are texts here, so they are major units. */
export const readSubmissionForm: ReadForm<Submission> = (fields, call) => {
  const wire = { ...pick(fields, TXN), ...pickTick(fields, 'StoreCard'), ...pickCard(fields) };
  const { TxnReq } = readChecked(() => readWire(browserTxnRequest, { TxnReq: wire }), 'TxnReq', 'browser');
  return toSubmission(TxnReq, call);
};

function readTokenForm(fields: FormFields) {
  const wire = {
    ...pick(fields, REFERENCES),
    ...pickTick(fields, 'AcceptBADirectDebitTC'),
    ...pickCard(fields),
    ...whenAny('BankAccountDetails', pick(fields, ACCOUNT)),
  };
  const read = () => readWire(browserDVTokenRequest, { DVTokenReq: wire });
  return readChecked(read, 'DVTokenReq', 'browser').DVTokenReq;
}

/** D9 and D10 as forms. */
export function readTokenSubmissionForm(task: TokenKeyTask): ReadForm<TokenSubmission> {
  return (fields, call) => toTokenSubmission(readTokenForm(fields), task, call);
}
