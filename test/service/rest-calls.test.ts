import { describe, expect, expectTypeOf, it } from 'vitest';
import { dvTokenAnswer, txnAnswer } from '../../src/wire/rest/answers.js';
import type { DVTokenResp, DVTokenRespV2 } from '../../src/wire/rest/dv-token.js';
import { tokenSearchRequest, txnSearchRequest } from '../../src/wire/rest/search-input.js';
import { processTxnRequest } from '../../src/wire/rest/txn-req.js';
import type { TxnResp, TxnRespV2 } from '../../src/wire/rest/txn-resp.js';
import { noPayload, payload } from '../../src/service/read-answer.js';
import type { RestClient } from '../../src/service/rest-api.js';
import { row } from '../../src/service/rest-call.js';
import { fits, REST_CALLS } from '../../src/service/rest-calls.js';
import { createRestClient } from '../../src/service/rest-client.js';
import type { TxnReq, TxnReqV2 } from '../../src/service/txn-req.js';
import { bare, noBody, wrapped } from '../../src/service/write-body.js';

// The compiler is the test here: `tsc -p test` fails when one of these lines has no error.
describe('the rows of the tables', () => {
  const { v2, v3 } = REST_CALLS;
  const txnV3 = payload(txnAnswer.v3, 'TxnResp');

  it('fit', () => {
    expect(fits<'v2'>()({ ...v2 })).toEqual(v2);
    expect(fits<'v3'>()({ ...v3 })).toEqual(v3);
  });

  /** Compiled, and never called. */
  const others = {
    'a missing row'() {
      const rest = Object.fromEntries(Object.entries(v3).filter(([name]) => name !== 'status')) as Omit<
        typeof v3,
        'status'
      >;
      // @ts-expect-error status is missing
      fits<'v3'>()({ ...rest });
    },
    'a request of the other version'() {
      const processTransaction = row('POST', '/txns/', wrapped(processTxnRequest.v2, 'TxnReq'), txnV3);
      // @ts-expect-error version 2's request in version 3
      fits<'v3'>()({ ...v3, processTransaction });
    },
    'an answer of the other version'() {
      const getTransaction = row('GET', '/txns/{txnNumber}', noBody, payload(txnAnswer.v2, 'TxnResp'));
      // @ts-expect-error version 2's answer in version 3
      fits<'v3'>()({ ...v3, getTransaction });
      const getToken = row('GET', '/dvtokens/{dvToken}', noBody, payload(dvTokenAnswer.v3, 'DVTokenResp'));
      // @ts-expect-error version 3's answer in version 2
      fits<'v2'>()({ ...v2, getToken });
    },
    "another object's answer"() {
      const getTransaction = row('GET', '/txns/{txnNumber}', noBody, payload(dvTokenAnswer.v3, 'DVTokenResp'));
      // @ts-expect-error a token where a transaction is promised
      fits<'v3'>()({ ...v3, getTransaction });
      // @ts-expect-error nothing where a transaction is promised
      fits<'v3'>()({ ...v3, getTransaction: row('GET', '/txns/{txnNumber}', noBody, noPayload) });
    },
    "another object's request"() {
      const searchTransactions = { ...v3.searchTransactions, write: v3.searchTokens.write };
      // @ts-expect-error a search for tokens where one for transactions is promised
      fits<'v3'>()({ ...v3, searchTransactions });
      // @ts-expect-error the wrapper where its inside is promised
      fits<'v3'>()({ ...v3, processTransaction: row('POST', '/txns/', bare(processTxnRequest.v3), txnV3) });
    },
    'a path without its argument, or with one too many'() {
      // @ts-expect-error the path takes no TxnNumber
      fits<'v3'>()({ ...v3, getTransaction: row('GET', '/txns/', noBody, txnV3) });
      // @ts-expect-error the path takes an argument
      fits<'v3'>()({ ...v3, status: row('GET', '/status/{txnNumber}', noBody, noPayload) });
    },
    'a body for a call without one, and no body for a call with one'() {
      // @ts-expect-error a body
      fits<'v3'>()({ ...v3, status: row('GET', '/status/', wrapped(txnSearchRequest, 'SearchInput'), noPayload) });
      // @ts-expect-error no body
      fits<'v3'>()({ ...v3, processTransaction: row('POST', '/txns/', noBody, txnV3) });
    },
    'a member that the object does not have, and a verb that the wire does not have'() {
      // @ts-expect-error the token answer has no TxnResp
      payload(dvTokenAnswer.v2, 'TxnResp');
      // @ts-expect-error the search has no TxnReq
      wrapped(tokenSearchRequest, 'TxnReq');
      // @ts-expect-error no call of the wire is a PATCH
      row('PATCH', '/status/', noBody, noPayload);
    },
  };

  // Only compiled.
  void others;
});

describe('a client', () => {
  const options = { baseUrl: 'https://service.example', merchantNumber: '1', username: 'a', password: 'b' };
  const v2 = createRestClient({ ...options, version: 'v2' });
  const v3 = createRestClient({ ...options, version: 'v3' });

  it('of version 2 reads and writes the objects of version 2', () => {
    expectTypeOf(v2).toEqualTypeOf<RestClient<'v2'>>();
    expectTypeOf(v2.processTransaction).parameter(0).toEqualTypeOf<TxnReqV2>();
    expectTypeOf(v2.getResult).returns.resolves.toEqualTypeOf<TxnRespV2>();
    expectTypeOf(v2.searchTokens).returns.resolves.toEqualTypeOf<readonly DVTokenRespV2[]>();
    // @ts-expect-error version 3 only
    const request: Parameters<typeof v2.createAuthKey>[0] = { ProcessTxnData: { BypassThreeDS: true } };
    expect(request).toBeDefined();
  });

  it('of version 3 reads and writes the objects of version 3, and refuses unknown members by type', () => {
    expectTypeOf(v3).toEqualTypeOf<RestClient>();
    expectTypeOf(v3.processTransaction).parameter(0).toEqualTypeOf<TxnReq>();
    expectTypeOf(v3.getResult).returns.resolves.toEqualTypeOf<TxnResp>();
    expectTypeOf(v3.getToken).returns.resolves.toEqualTypeOf<DVTokenResp>();
    expectTypeOf(v3.deleteToken).returns.resolves.toEqualTypeOf<void>();
    const calls = () => [
      // @ts-expect-error TestMode is meant
      v3.processTransaction({ IsTestTxn: true }),
      // @ts-expect-error an amount is a number
      v3.processTransaction({ Amount: '199.00' }),
      // @ts-expect-error a TxnNumber is a text
      v3.getTransaction(1043),
      // @ts-expect-error the frame holds the card
      v3.processIframeTransaction('1', { CardDetails: { CardNumber: '1' } }),
      // @ts-expect-error the terms are missing
      v3.createAddTokenAuthKey({ RedirectionUrl: 'https://shop.example' }),
    ];
    expect(calls).toBeTypeOf('function');
  });
});
