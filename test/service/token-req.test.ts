/** The types of token requests and searches express the rules of docs/wire/rest.md sections 3 and 7. */
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { RestClient, TokenSearchInput, TxnSearchInput } from '../../src/service/index.js';

const TOKEN = '5999991234567890';
const CardDetails = { CardNumber: '5123456789012346', ExpiryDate: '0542' };
const BankAccountDetails = { AccountName: 'J Citizen', AccountNumber: '123456', BSBNumber: '012345' };
const AcceptBADirectDebitTC = true;

/** Compiled, and never called. */
const calls = (client: RestClient) => [
  client.addToken({ CardDetails }),
  client.addToken({ CardDetails: { ...CardDetails, CardHolderName: 'J Citizen', Cvn: '123' }, Crn1: 'customer 7' }),
  client.addToken({ BankAccountDetails, AcceptBADirectDebitTC, EmailAddress: 'jane@shop.example' }),
  client.updateToken(TOKEN, {}),
  client.updateToken(TOKEN, { Crn1: 'customer 7' }),
  client.updateToken(TOKEN, { CardDetails: { ExpiryDate: '0542' } }),
  client.updateToken(TOKEN, { BankAccountDetails: { AccountName: 'J Citizen' }, AcceptBADirectDebitTC }),
  client.createAddTokenAuthKey({ FixedAddDVTokenData: {} }),
  client.createUpdateTokenAuthKey({ FixedUpdateDVTokenData: { DVToken: TOKEN } }),
  client.searchTransactions({ Action: 'refund', CardType: 'MC', Source: 'api', Amount: 0 }),
  client.searchTokens({ CardType: 'VC', Source: 'internet', ExpiredCardsOnly: true }),

  // @ts-expect-error nothing to be stored
  client.addToken({}),
  // @ts-expect-error a card or an account
  client.addToken({ Crn1: 'customer 7' }),
  // @ts-expect-error a card has a number
  client.addToken({ CardDetails: { ExpiryDate: '0542' } }),
  // @ts-expect-error a card has an expiry date
  client.addToken({ CardDetails: { CardNumber: '5123456789012346' } }),
  // @ts-expect-error the owner of an account agrees to direct debits
  client.addToken({ BankAccountDetails }),
  // @ts-expect-error and no other answer will do
  client.addToken({ BankAccountDetails, AcceptBADirectDebitTC: false }),
  // @ts-expect-error an account has a name
  client.addToken({ BankAccountDetails: { AccountNumber: '123456', BSBNumber: '012345' }, AcceptBADirectDebitTC }),
  // @ts-expect-error one token stands for one of the two
  client.addToken({ CardDetails, BankAccountDetails, AcceptBADirectDebitTC }),
  // @ts-expect-error a changed account needs consent as well
  client.updateToken(TOKEN, { BankAccountDetails }),
  // @ts-expect-error one token stands for one of the two
  client.updateToken(TOKEN, { CardDetails, BankAccountDetails, AcceptBADirectDebitTC }),
  // @ts-expect-error which token
  client.updateToken({ Crn1: 'customer 7' }),
  // @ts-expect-error which token
  client.deleteToken(),
  // @ts-expect-error which transaction
  client.tokeniseTransaction(),
  // @ts-expect-error which token the browser may update
  client.createUpdateTokenAuthKey({ FixedUpdateDVTokenData: { Crn1: 'customer 7' } }),
  // @ts-expect-error FixedAddDVTokenData is missing
  client.createAddTokenAuthKey({}),
  // @ts-expect-error the service's frame holds the number
  client.processIframeAddToken('key', { CardDetails: { CardNumber: '5123456789012346' } }),
  // @ts-expect-error no word of the wire
  client.searchTransactions({ Action: 'charge' }),
  // @ts-expect-error no word of the wire
  client.searchTransactions({ CardType: 'visa' }),
  // @ts-expect-error no word of the wire
  client.searchTransactions({ Source: 'web' }),
  // @ts-expect-error a member of the other search
  client.searchTransactions({ DVToken: TOKEN }),
  // @ts-expect-error a token has no amount
  client.searchTokens({ Amount: 100 }),
  // @ts-expect-error no word of the wire
  client.searchTokens({ CardType: 'visa' }),
];

describe('requests for tokens, and searches', () => {
  it('require by type what each call needs, with the values of the wire', () => {
    expect(calls).toBeTypeOf('function');
    expectTypeOf<TokenSearchInput['CardType']>().toEqualTypeOf<'AX' | 'DC' | 'JC' | 'MC' | 'VC' | undefined>();
    expectTypeOf<TxnSearchInput['Source']>().toEqualTypeOf<TokenSearchInput['Source']>();
  });
});
