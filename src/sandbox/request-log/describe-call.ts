/** Makes the stored call: its merchant, its user, its transaction, and its masked bodies. */
import { decodeUri } from '../../core/decode-uri.js';
import { readAuthorization } from '../../wire/rest/credentials.js';
import type { CardBook } from '../bank/test-cards.js';
import { sha256Of } from '../hex.js';
import type { KeyUse, LoggedCall } from '../store/request-log-store.js';
import type { StoreView } from '../store/store.js';
import { LONGEST_READ, maskAnswer, maskBody } from './mask-body.js';
import { hideKeys, maskText, sizeOf, type MaskFacts } from './mask-value.js';
import type { WaitingCall } from './waiting-call.js';

/** What the store knows about a call. */
export interface CallFacts {
  readonly owner: Owner | undefined;
  readonly key: KeyUse | undefined;
}

interface Owner {
  readonly merchantId: number;
  readonly merchantNumber: string;
  readonly username: string | null;
}

/** The authenticated user, or the existing user that the credentials name. */
async function findOwner({ caller, authorization }: WaitingCall, view: StoreView): Promise<Owner | undefined> {
  if (caller) {
    return { merchantId: caller.merchant.id, merchantNumber: caller.merchant.number, username: caller.username };
  }
  if (!authorization) return undefined;
  try {
    const { username, merchantNumber } = readAuthorization(authorization);
    const merchant = await view.findMerchantByNumber(merchantNumber);
    if (!merchant) return undefined;
    const user = await view.findCaller(merchantNumber, username);
    return { merchantId: merchant.id, merchantNumber, username: user ? username : null };
  } catch {
    return undefined;
  }
}

/** The merchant of a key of either kind, and the transaction that it has made. */
export async function findKey(authKey: string, view: StoreView): Promise<KeyUse | undefined> {
  const use = await view.findKeyUse(authKey);
  if (use) return use;
  const tokenKey = await view.findTokenKey(authKey);
  return tokenKey && { merchantId: tokenKey.merchantId, txnNumber: null };
}

/** Every website can send a request to a sandbox on its reader's machine: a body that comes without any name is not kept. */
function isNamed({ isSoap, operation, authorization }: WaitingCall, { owner, key }: CallFacts): boolean {
  return Boolean(owner ?? key ?? (authorization || (isSoap && operation)));
}

function maskRequest(call: WaitingCall, found: CallFacts, facts: MaskFacts): string {
  const body = typeof call.request === 'function' ? call.request() : call.request;
  if (body === undefined || body === '') return '';
  if (body === null) return '(not UTF-8)';
  if (!isNamed(call, found)) return sizeOf(body);
  return maskBody(body, call.isSoap ? 'xml' : call.isForm ? 'form' : 'json', facts);
}

/** Transaction numbers are shorter. A card number can stand in their place. */
const SHORTEST_CARD = 1e12;
const NUMBER_NAMES = /"TxnNumber": ?"?(\d{1,15})"?|<TransactionNumber>(\d{1,15})</gi;
/** In SOAP also the transaction to tokenise, and the one that a search asks for. */
const ASKED = /"OriginalTxnNumber": ?"?(\d{1,15})"?|<(?:(?:Original)?TransactionNumber|TxnNumber)>(\d{1,15})</i;

/** The one transaction that the answer names, or the path, or the one that the request refers to. */
function findTxnNumber({ parameters }: WaitingCall, request: string, response: string): number | null {
  const answered = new Set([...response.matchAll(NUMBER_NAMES)].map(([, json, xml]) => Number(json ?? xml)));
  if (answered.size > 1) return null;
  const [, json, xml] = ASKED.exec(request) ?? [];
  const named = Number([...answered][0] ?? parameters?.['txnNumber'] ?? json ?? xml ?? Number.NaN);
  return Number.isSafeInteger(named) && named > 0 && named < SHORTEST_CARD ? named : null;
}

function maskResponse(answer: WaitingCall['response'], facts: MaskFacts): string {
  if (answer === undefined) return '';
  if (!(answer instanceof Uint8Array)) return maskAnswer(answer, facts);
  return maskBody(new TextDecoder().decode(answer.subarray(0, LONGEST_READ)), 'xml', facts);
}

/** The path that was asked for, with the values of harmless parameters only. */
function describePath({ path, pathname, parameters = {} }: WaitingCall, facts: MaskFacts): string {
  if (path === undefined) return maskText(hideKeys(decodeUri(pathname)), facts);
  return path.replace(/:(\w+)/g, (_whole, name: string) =>
    name === 'txnNumber' ? maskText(parameters[name] ?? '', facts) : `{${name}}`,
  );
}

function authKeyOf({ parameters, response }: WaitingCall): string | undefined {
  const given = parameters?.['authKey'];
  if (given !== undefined) return given;
  const answered = response && 'AuthKey' in response ? response.AuthKey : undefined;
  return typeof answered === 'string' ? answered : undefined;
}

/** Looks up the merchant and user of a call, and the use of its AuthKey. */
export async function findCallFacts(call: WaitingCall, view: StoreView): Promise<CallFacts> {
  const authKey = authKeyOf(call);
  return {
    owner: await findOwner(call, view),
    key: authKey === undefined ? undefined : await findKey(authKey, view),
  };
}

/** What a call is, without its bodies and its owner. Nothing in it is a secret. */
export function describeOutline(call: WaitingCall, facts: MaskFacts) {
  return {
    calledAt: call.calledAt,
    milliseconds: call.milliseconds,
    interface: call.isSoap ? ('soap' as const) : ('rest' as const),
    method: call.method.slice(0, 10),
    path: describePath(call, facts),
    operation: call.operation ?? '',
    httpStatus: call.httpStatus,
    code: call.code ?? null,
    fault: call.fault ?? null,
  };
}

/** Makes the stored call. Nothing in it is a secret. */
export async function describeCall(call: WaitingCall, found: CallFacts, cards: CardBook): Promise<LoggedCall> {
  const { owner, key } = found;
  const authKey = authKeyOf(call);
  const parameters = Object.entries(call.parameters ?? {}).filter(([name]) => name !== 'txnNumber');
  const facts: MaskFacts = {
    isTestCard: (pan) => cards.findByPan(pan) !== undefined,
    plain: new Set(owner ? [owner.merchantNumber] : []),
    secrets: [...parameters.map(([, value]) => value), ...(authKey === undefined ? [] : [authKey])].filter(
      (value) => value.length >= 8,
    ),
  };
  const request = maskRequest(call, found, facts);
  const response = maskResponse(call.response, facts);
  return {
    merchantId: key?.merchantId ?? owner?.merchantId ?? null,
    ...describeOutline(call, facts),
    username: owner?.username ? maskText(owner.username, facts) : null,
    txnNumber: findTxnNumber(call, request, response) ?? key?.txnNumber ?? null,
    keyHash: key && authKey !== undefined ? await sha256Of(authKey) : null,
    request,
    response,
  };
}
