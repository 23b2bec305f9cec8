/** Short forms of answers, for demonstrations. */
import { PAYMENT, type Json } from '../../sandbox/rest-caller.js';
import type { Callers } from './deviation.js';

export const NO_KEY = '00000000-0000-4000-8000-000000000000';

/** The code of the call. */
export const codeOf = async (answer: Promise<Json>): Promise<number> => (await answer).APIResponse.ResponseCode;

/** The text of the call. */
export const textOf = async (answer: Promise<Json>): Promise<string> => (await answer).APIResponse.ResponseText;

/** The code of the transaction. */
export const outcomeOf = async (answer: Promise<Json>): Promise<string> => (await answer).TxnResp?.ResponseCode;

/** One member of the transaction. */
export const memberOf = async (answer: Promise<Json>, name: string): Promise<unknown> => (await answer).TxnResp?.[name];

export const statusOf = async (response: Promise<Response>): Promise<number> => (await response).status;

export const headerOf = async (response: Promise<Response>, name: string): Promise<string | null> =>
  (await response).headers.get(name);

/** T1 on an earlier transaction. Returns the whole answer. */
export function followed({ rest }: Callers, Action: string, original: Json, Amount: number): Promise<Json> {
  return rest.process({ Action, Amount, OriginalTxnNumber: original.TxnNumber, CardDetails: null });
}

/** A refund without an original: refused before the bank. */
export function refused({ rest }: Callers): Promise<Json> {
  return rest.process({ Action: 'refund', OriginalTxnNumber: '9', CardDetails: null });
}

/** T1, whose body is given as text. */
export function posted({ rest }: Callers, body: string, authorization = rest.authorization): Promise<Json> {
  return rest.call('POST', '/txns/', body, { Authorization: authorization });
}

/** The numbers of the transactions that a search finds. */
export async function found({ rest }: Callers, input: object = {}): Promise<string[]> {
  return ((await rest.search(input)).TxnRespList ?? []).map((txn: Json) => txn.TxnNumber);
}

/** A payment with a reference. Returns its number. */
export async function paid({ rest }: Callers, Crn1: string): Promise<string> {
  return (await rest.made({ ...PAYMENT, Crn1 })).TxnNumber;
}
