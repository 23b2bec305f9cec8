/** Calls the SOAP interface with plain text, so that bytes can be compared. */
import { DEMO_MERCHANT, type MerchantSeed } from '../../../src/sandbox/merchant.js';
import type { ServiceUnderTest } from '../service-under-test.js';
import { CARD } from '../rest-caller.js';

export const SOAP_PATH = '/evolve/service_1_4_4.asmx';
export const NS = 'urn:Eve_1_4_4';

/** A version of the envelope. */
export type Version = '1.1' | '1.2';

const ENVELOPES = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
};

/** Nested members of a request; undefined omits one. */
export type Members = { readonly [name: string]: string | number | boolean | Members | undefined };

export function elements(members: Members): string {
  return Object.entries(members)
    .map(([name, value]) => {
      if (value === undefined) return '';
      return `<${name}>${typeof value === 'object' ? elements(value) : String(value)}</${name}>`;
    })
    .join('');
}

export function envelope(body: string, version: Version = '1.1', header = ''): string {
  return `<s:Envelope xmlns:s="${ENVELOPES[version]}">${header}<s:Body>${body}</s:Body></s:Envelope>`;
}

/** The response up to the first element of the operation, as in section 2. */
export function opening(operation: string, version: Version = '1.1'): string {
  return (
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${ENVELOPES[version]}"` +
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">' +
    `<soap:Body><${operation}Response xmlns="${NS}">`
  );
}

export function closing(operation: string): string {
  return `</${operation}Response></soap:Body></soap:Envelope>`;
}

export const CREDENTIALS = { username: 'demo-api', password: 'Demo-Password-1', merchantNumber: '5353109000000000' };

export const PAYMENT = {
  PaymentType: 'PAYMENT',
  TxnType: 'ECOMMERCE',
  CRN1: 'order 1042',
  Amount: 19_900,
  CardNumber: CARD.CardNumber,
  ExpiryDate: '9900',
  CVC: '123',
};

/** The text of the first element of this name; undefined when there is none. */
export function textIn(xml: string, name: string): string | undefined {
  if (xml.includes(`<${name} />`)) return '';
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
}

/** A caller of one version of the envelope. */
export class SoapCaller {
  readonly #service: ServiceUnderTest;
  readonly version: Version;

  constructor(service: ServiceUnderTest, version: Version = '1.1') {
    this.#service = service;
    this.version = version;
  }

  post(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>): Promise<Response> {
    return this.#service.fetch(SOAP_PATH, { method: 'POST', headers, body });
  }

  headers(operation: string): Record<string, string> {
    return this.version === '1.1'
      ? { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${NS}/${operation}"` }
      : { 'content-type': 'application/soap+xml; charset=utf-8' };
  }

  send(operation: string, members: Members, headers: Record<string, string> = {}): Promise<Response> {
    const body = `<${operation} xmlns="${NS}">${elements(members)}</${operation}>`;
    return this.post(envelope(body, this.version), { ...this.headers(operation), ...headers });
  }

  async call(operation: string, members: Members = {}, headers: Record<string, string> = {}): Promise<string> {
    return (await this.send(operation, members, headers)).text();
  }

  /** ProcessPayment with valid values and the given members. */
  pay(txnReq: Members = {}, credentials: Members = {}): Promise<string> {
    return this.call('ProcessPayment', { ...CREDENTIALS, ...credentials, txnReq: { ...PAYMENT, ...txnReq } });
  }

  /** ProcessPayment on an earlier transaction. */
  follow(PaymentType: string, OriginalTransactionNumber: string | undefined, Amount: number): Promise<string> {
    const txnReq = { PaymentType, TxnType: 'ECOMMERCE', Amount, OriginalTransactionNumber };
    return this.call('ProcessPayment', { ...CREDENTIALS, txnReq });
  }

  /** SearchTransactions. */
  search(search: Members = {}): Promise<string> {
    return this.call('SearchTransactions', { ...CREDENTIALS, search });
  }
}

/** A second merchant, for tests of isolation. */
export const OTHER_MERCHANT: MerchantSeed = {
  ...DEMO_MERCHANT,
  number: '5353109000000001',
  shortName: 'OTHERSHOP',
  name: 'Other Shop',
};
export const OTHER_CREDENTIALS = { ...CREDENTIALS, merchantNumber: OTHER_MERCHANT.number };

/** A valid TokenRequest. */
export const CARD_TOKEN = { CRN1: 'customer 7', CardNumber: CARD.CardNumber, ExpiryDate: '0530' };

/** A valid BankAccountTokenRequest. */
export const ACCOUNT_TOKEN = {
  CRN1: 'customer 7',
  BSB: '063000',
  AccountNumber: '12345678',
  AccountName: 'Jane Citizen',
};

/** A caller that also stores cards and accounts. */
export class SoapTokenCaller extends SoapCaller {
  /** Any operation with credentials. */
  ask(operation: string, members: Members = {}, credentials: Members = CREDENTIALS): Promise<string> {
    return this.call(operation, { ...credentials, ...members });
  }

  /** AddToken with a valid card and the given members. Returns the token; fails without one. */
  async added(members: Members = {}, credentials: Members = CREDENTIALS): Promise<string> {
    return made(await this.ask('AddToken', { tokenRequest: { ...CARD_TOKEN, ...members } }, credentials));
  }

  /** The same for AddBankAccountToken. */
  async addedAccount(members: Members = {}, credentials: Members = CREDENTIALS): Promise<string> {
    return made(await this.ask('AddBankAccountToken', { tokenRequest: { ...ACCOUNT_TOKEN, ...members } }, credentials));
  }
}

function made(xml: string): string {
  const token = textIn(xml, 'Token');
  if (token === undefined) throw new Error(`No token was made: ${xml}`);
  return token;
}

/** The texts of all elements of this name. */
export function textsIn(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text);
}

/** A refusal: a response without an object or value. */
export function refusal(
  operation: string,
  message: string,
  version: Version = '1.1',
  result = `<${operation}Result />`,
) {
  return (
    `${opening(operation, version)}${result}<response><ResponseCode>ERROR</ResponseCode>` +
    `<ResponseMessage>${message}</ResponseMessage></response>${closing(operation)}`
  );
}

export const SUCCESS = '<response><ResponseCode>SUCCESS</ResponseCode></response>';
