import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import * as answers from '../../../src/wire/rest/answers.js';
import * as authKey from '../../../src/wire/rest/auth-key.js';
import * as dvToken from '../../../src/wire/rest/dv-token.js';
import { readWire } from '../../../src/wire/rest/read-wire.js';
import * as searchInput from '../../../src/wire/rest/search-input.js';
import * as txnReq from '../../../src/wire/rest/txn-req.js';
import { unknownMembers } from '../../../src/wire/rest/unknown-members.js';
import { SOURCE_SPELLING, writeAnswer } from '../../../src/wire/rest/write-wire.js';
import authKeys from '../../vectors/rest-auth-key.json' with { type: 'json' };
import dvTokens from '../../vectors/rest-dv-token.json' with { type: 'json' };
import process from '../../vectors/rest-process-txn.json' with { type: 'json' };
import search from '../../vectors/rest-search.json' with { type: 'json' };

const samples: readonly (readonly [string, z.ZodObject, unknown])[] = [
  ['v2 request of Process transaction', txnReq.processTxnRequest.v2, process.v2.request],
  ['v2 answer of Process transaction', answers.txnAnswer.v2, process.v2.answer],
  ['v3 request of Process transaction', txnReq.processTxnRequest.v3, process.v3.request],
  ['v3 answer of Process transaction', answers.txnAnswer.v3, process.v3.answer],
  ['v2 request of an AuthKey', authKey.txnAuthKeyRequest.v2, authKeys.v2.request],
  ['answer with an AuthKey', answers.authKeyAnswer, authKeys.v2.answer],
  ['v3 request of an AuthKey', authKey.txnAuthKeyRequest.v3, authKeys.v3.request],
  ['answer without an AuthKey', answers.authKeyAnswer, authKeys.v3.answer],
  ["browser's request", txnReq.browserTxnRequest, authKeys.submission.request],
  ['answer to a browser', answers.submissionAnswer, authKeys.submission.answer],
  ['refusal of a browser', answers.submissionAnswer, authKeys.submission.refusal],
  ['search for transactions', searchInput.txnSearchRequest, search.txn.request],
  ['v2 answer with an empty list', answers.txnListAnswer.v2, search.txn.empty],
  ['v3 answer with no list', answers.txnListAnswer.v3, search.txn.null],
  ['search for tokens', searchInput.tokenSearchRequest, search.token.request],
  ['request to store a card', dvToken.dvTokenRequest, dvTokens.card.request],
  ['v2 answer with a stored card', answers.dvTokenAnswer.v2, dvTokens.card.answer],
  ['request to store a bank account', dvToken.dvTokenRequest, dvTokens.bankAccount.request],
  ['v3 answer with a stored bank account', answers.dvTokenAnswer.v3, dvTokens.bankAccount.answer],
  ['request of an AuthKey to add a token', authKey.addDVTokenAuthKeyRequest, dvTokens.authKeys.add],
  ['request of an AuthKey to update a token', authKey.updateDVTokenAuthKeyRequest, dvTokens.authKeys.update],
];

describe.each(samples)('the sample %s', (_name, schema, sample) => {
  it('reads', () => {
    expect(() => readWire(schema, sample)).not.toThrow();
  });

  it('has no member that the schema does not have', () => {
    expect(unknownMembers(schema, sample)).toEqual([]);
  });
});

describe('the samples', () => {
  it('of answers are written byte for byte', () => {
    const v2 = readWire(answers.txnAnswer.v2, process.v2.answer);
    expect(JSON.stringify(writeAnswer(answers.txnAnswer.v2, v2, SOURCE_SPELLING))).toBe(
      JSON.stringify(process.v2.answer),
    );
    const v3 = readWire(answers.txnAnswer.v3, process.v3.answer);
    expect(JSON.stringify(writeAnswer(answers.txnAnswer.v3, v3))).toBe(JSON.stringify(process.v3.answer));
    const submission = readWire(answers.submissionAnswer, authKeys.submission.answer);
    expect(JSON.stringify(writeAnswer(answers.submissionAnswer, submission))).toBe(
      JSON.stringify(authKeys.submission.answer),
    );
  });

  it('of version 3 have no members of version 3 in an answer of version 2', () => {
    const value = readWire(answers.txnAnswer.v3, process.v3.answer);
    const { TxnResp } = writeAnswer(answers.txnAnswer.v2, value) as { TxnResp: Record<string, unknown> };
    expect(TxnResp).not.toHaveProperty('StatementDescriptor');
    expect(Object.keys(TxnResp['CardDetails'] as object)).toEqual(['CardHolderName', 'ExpiryDate', 'MaskedCardNumber']);
    expect(TxnResp).toHaveProperty('FraudScreeningResponse.TxnRejected', false);
  });

  it('of version 2 have their HppParameters inside', () => {
    const v2 = readWire(authKey.txnAuthKeyRequest.v2, authKeys.v2.request);
    expect(authKey.hppParametersOf(v2)).toEqual({ HideBillerCode: true, ReturnBarLabel: 'Back' });
    const outside = { ...v2, HppParameters: { HideCrn2: true } };
    expect(authKey.hppParametersOf(outside)).toEqual({ HideCrn2: true });
  });
});
