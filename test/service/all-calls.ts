import type { RestClient } from '../../src/service/rest-client.js';
import authKeys from '../vectors/rest-auth-key.json' with { type: 'json' };
import tokens from '../vectors/rest-dv-token.json' with { type: 'json' };
import process from '../vectors/rest-process-txn.json' with { type: 'json' };

/** A client of either version; both take the arguments in the table below. */
export type AnyClient = RestClient<'v2' | 'v3'>;

export interface WireCall {
  readonly name: keyof AnyClient;
  readonly method: string;
  /** Below `/webapi/v2` or `/webapi/v3`. */
  readonly path: string;
  /** The bytes of the request, empty for none. They are literals, not written by the code under test. */
  readonly body: string;
  readonly call: (client: AnyClient, signal?: AbortSignal) => Promise<unknown>;
  /** The service's answer, and the result of the call. */
  readonly answer: object;
  readonly result: unknown;
  /** The member of a complete answer, with a value that is invalid in both versions. */
  readonly payload?: string;
  readonly wrongPayload?: unknown;
}

export const CARD = '4987654321098769';
export const TOKEN = '5999990000000004';
export const KEY = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

const OK = { ResponseCode: 0, ResponseText: 'Success' };

/** An answer as a reader returns it: null equals absent. */
function withoutNulls(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_name, member: unknown) => member ?? undefined));
}

const txn = { answer: process.v2.answer, result: withoutNulls(process.v2.answer.TxnResp), payload: 'TxnResp' };
const token = {
  answer: tokens.card.answer,
  result: withoutNulls(tokens.card.answer.DVTokenResp),
  payload: 'DVTokenResp',
};
const authKey = { answer: authKeys.v2.answer, result: authKeys.v2.answer.AuthKey, payload: 'AuthKey', wrongPayload: 7 };
const submission = {
  answer: authKeys.submission.answer,
  result: authKeys.submission.answer,
  payload: 'ResultKey',
  wrongPayload: 7,
};
const nothing = { answer: { APIResponse: OK }, result: undefined };

/** All server calls of docs/wire/rest.md section 2, in its order. */
export const allCalls: readonly WireCall[] = [
  {
    name: 'processTransaction',
    method: 'POST',
    path: '/txns/',
    body: `{"TxnReq":{"Action":"payment","Amount":19900,"CardDetails":{"CardNumber":"${CARD}","Cvn":"876","ExpiryDate":"9900"},"Crn1":"order 1043","TestMode":true}}`,
    call: (client, signal) =>
      client.processTransaction(
        {
          TestMode: true,
          Crn1: 'order 1043',
          CardDetails: { CardNumber: CARD, Cvn: '876', ExpiryDate: '9900' },
          Amount: 19_900,
          Action: 'payment',
        },
        signal && { signal },
      ),
    ...txn,
    // The manual's sample writes a blank after the name.
    result: expectedTxn(),
  },
  {
    name: 'getTransaction',
    method: 'GET',
    path: '/txns/1043',
    body: '',
    call: (client, signal) => client.getTransaction('1043', signal && { signal }),
    ...txn,
    result: expectedTxn(),
  },
  {
    name: 'searchTransactions',
    method: 'POST',
    path: '/txns/search',
    body: '{"SearchInput":{"Amount":0,"Crn1":"order 1043","ResponseCode":"0"}}',
    call: (client, signal) =>
      client.searchTransactions({ ResponseCode: '0', Crn1: 'order 1043', Amount: 0 }, signal && { signal }),
    answer: { APIResponse: OK, TxnRespList: [process.v2.answer.TxnResp] },
    result: [expectedTxn()],
    payload: 'TxnRespList',
  },
  {
    name: 'createAuthKey',
    method: 'POST',
    path: '/txns/processtxnauthkey',
    body: '{"ProcessTxnData":{"Action":"payment","Amount":1,"Currency":"AUD"},"RedirectionUrl":"https://shop.example/return","WebHookUrl":"https://shop.example/hook"}',
    call: (client, signal) =>
      client.createAuthKey(
        {
          WebHookUrl: 'https://shop.example/hook',
          RedirectionUrl: 'https://shop.example/return',
          ProcessTxnData: { Currency: 'AUD', Amount: 1, Action: 'payment' },
        },
        signal && { signal },
      ),
    ...authKey,
  },
  {
    name: 'getResult',
    method: 'GET',
    path: `/txns/withauthkey/${KEY}`,
    body: '',
    call: (client, signal) => client.getResult(KEY, signal && { signal }),
    ...txn,
    result: expectedTxn(),
  },
  {
    name: 'processIframeTransaction',
    method: 'POST',
    path: `/txns/processiframetxn/${KEY}`,
    body: '{"TxnReq":{"Amount":19900,"CardDetails":{"CardHolderName":"Jane Citizen","ExpiryDateMonth":"05","ExpiryDateYear":"28"},"Crn1":"order 1043"}}',
    call: (client, signal) =>
      client.processIframeTransaction(
        KEY,
        {
          Crn1: 'order 1043',
          CardDetails: { ExpiryDateYear: '28', ExpiryDateMonth: '05', CardHolderName: 'Jane Citizen' },
          Amount: 19_900,
        },
        signal && { signal },
      ),
    ...submission,
  },
  {
    name: 'status',
    method: 'GET',
    path: '/status/',
    body: '',
    call: (client, signal) => client.status(signal && { signal }),
    ...nothing,
  },
  {
    name: 'addToken',
    method: 'POST',
    path: '/dvtokens/',
    body: `{"DVTokenReq":{"CardDetails":{"CardHolderName":"Jane Citizen","CardNumber":"${CARD}","ExpiryDate":"0528"},"Crn1":"customer 7"}}`,
    call: (client, signal) =>
      client.addToken(
        {
          Crn1: 'customer 7',
          CardDetails: { ExpiryDate: '0528', CardNumber: CARD, CardHolderName: 'Jane Citizen' },
        },
        signal && { signal },
      ),
    ...token,
  },
  {
    name: 'updateToken',
    method: 'PUT',
    path: `/dvtokens/${TOKEN}`,
    body: '{"DVTokenReq":{"CardDetails":{"ExpiryDate":"0629"},"EmailAddress":"jane@example.com"}}',
    call: (client, signal) =>
      client.updateToken(
        TOKEN,
        { EmailAddress: 'jane@example.com', CardDetails: { ExpiryDate: '0629' } },
        signal && { signal },
      ),
    ...token,
  },
  {
    name: 'tokeniseTransaction',
    method: 'POST',
    path: '/dvtokens/txn/1043',
    body: '',
    call: (client, signal) => client.tokeniseTransaction('1043', signal && { signal }),
    ...token,
  },
  {
    name: 'getToken',
    method: 'GET',
    path: `/dvtokens/${TOKEN}`,
    body: '',
    call: (client, signal) => client.getToken(TOKEN, signal && { signal }),
    ...token,
  },
  {
    name: 'searchTokens',
    method: 'POST',
    path: '/dvtokens/search',
    body: `{"SearchInput":{"DVToken":"${TOKEN}","ExpiredCardsOnly":false}}`,
    call: (client, signal) => client.searchTokens({ ExpiredCardsOnly: false, DVToken: TOKEN }, signal && { signal }),
    answer: { APIResponse: OK, DVTokenRespList: [tokens.card.answer.DVTokenResp] },
    result: [token.result],
    payload: 'DVTokenRespList',
  },
  {
    name: 'deleteToken',
    method: 'DELETE',
    path: `/dvtokens/${TOKEN}`,
    body: '',
    call: (client, signal) => client.deleteToken(TOKEN, signal && { signal }),
    ...nothing,
  },
  {
    name: 'createAddTokenAuthKey',
    method: 'POST',
    path: '/dvtokens/adddvtokenauthkey',
    body: '{"FixedAddDVTokenData":{"Crn1":"customer 7"},"RedirectionUrl":"https://shop.example/return"}',
    call: (client, signal) =>
      client.createAddTokenAuthKey(
        { RedirectionUrl: 'https://shop.example/return', FixedAddDVTokenData: { Crn1: 'customer 7' } },
        signal && { signal },
      ),
    ...authKey,
  },
  {
    name: 'createUpdateTokenAuthKey',
    method: 'POST',
    path: '/dvtokens/updatedvtokenauthkey',
    body: `{"FixedUpdateDVTokenData":{"Crn1":"customer 7","DVToken":"${TOKEN}"},"RedirectionUrl":"https://shop.example/return"}`,
    call: (client, signal) =>
      client.createUpdateTokenAuthKey(
        {
          RedirectionUrl: 'https://shop.example/return',
          FixedUpdateDVTokenData: { DVToken: TOKEN, Crn1: 'customer 7' },
        },
        signal && { signal },
      ),
    ...authKey,
  },
  {
    name: 'processIframeAddToken',
    method: 'POST',
    path: `/dvtokens/iframe/add/${KEY}`,
    body: '{"DVTokenReq":{"CardDetails":{"ExpiryDateMonth":"05","ExpiryDateYear":"28"},"Crn1":"customer 7"}}',
    call: (client, signal) =>
      client.processIframeAddToken(
        KEY,
        { Crn1: 'customer 7', CardDetails: { ExpiryDateYear: '28', ExpiryDateMonth: '05' } },
        signal && { signal },
      ),
    ...submission,
  },
  {
    name: 'processIframeUpdateToken',
    method: 'POST',
    path: `/dvtokens/iframe/update/${KEY}`,
    body: '{"DVTokenReq":{}}',
    call: (client, signal) => client.processIframeUpdateToken(KEY, {}, signal && { signal }),
    ...submission,
  },
  {
    name: 'getTokenResult',
    method: 'GET',
    path: `/dvtokens/withauthkey/${KEY}`,
    body: '',
    call: (client, signal) => client.getTokenResult(KEY, signal && { signal }),
    ...token,
  },
];

/** The vector's transaction as a reader returns it: the manual's sample has a blank after MerchantNumber. */
function expectedTxn(): unknown {
  const read = withoutNulls(process.v2.answer.TxnResp) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(read).map(([name, value]) => [name.trim(), value]));
}
