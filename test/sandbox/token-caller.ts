/** Calls about tokens, of a merchant's server and a browser. */
import { expect } from 'vitest';
import { BROWSER_CARD, CARD, RestCaller, type Json } from './rest-caller.js';

export const ACCOUNT = { AccountName: 'Jane Citizen', AccountNumber: '123456789', BSBNumber: '063-000' };

/** A caller that also stores cards. */
export class TokenCaller extends RestCaller {
  /** D1 with a valid card and the given members. */
  add(members: object = {}): Promise<Json> {
    return this.server('POST', '/dvtokens/', { DVTokenReq: { CardDetails: CARD, Crn1: 'customer 7', ...members } });
  }

  /** D1. Returns the token; fails without one. */
  async added(members: object = {}): Promise<Json> {
    const { APIResponse, DVTokenResp } = await this.add(members);
    expect(APIResponse).toEqual({ ResponseCode: 0, ResponseText: 'Success' });
    return DVTokenResp;
  }

  /** D2. */
  update(dvToken: string, members: object): Promise<Json> {
    return this.server('PUT', `/dvtokens/${dvToken}`, { DVTokenReq: members });
  }

  /** D3. */
  tokenise(txnNumber: string): Promise<Json> {
    return this.server('POST', `/dvtokens/txn/${txnNumber}`);
  }

  /** D4. */
  token(dvToken: string): Promise<Json> {
    return this.server('GET', `/dvtokens/${dvToken}`);
  }

  /** D5. */
  searchTokens(SearchInput: object = {}): Promise<Json> {
    return this.server('POST', '/dvtokens/search', { SearchInput });
  }

  /** D6. */
  remove(dvToken: string): Promise<Json> {
    return this.server('DELETE', `/dvtokens/${dvToken}`);
  }

  /** D7. Returns the key; fails without one. */
  async addKey(FixedAddDVTokenData: object = {}, others: object = {}): Promise<string> {
    const answer = await this.server('POST', '/dvtokens/adddvtokenauthkey', { FixedAddDVTokenData, ...others });
    expect(answer.APIResponse).toEqual({ ResponseCode: 0, ResponseText: 'Success' });
    return answer.AuthKey as string;
  }

  /** D8. Returns the whole response. */
  askUpdateKey(FixedUpdateDVTokenData: object, others: object = {}): Promise<Json> {
    return this.server('POST', '/dvtokens/updatedvtokenauthkey', { FixedUpdateDVTokenData, ...others });
  }

  /** D9 like a browser. */
  submitToken(authKey: string, members: object = {}): Promise<Json> {
    return this.call('POST', `/dvtokens/withauthkey/${authKey}`, {
      DVTokenReq: { CardDetails: BROWSER_CARD, ...members },
    });
  }

  /** D10. */
  submitUpdate(authKey: string, members: object): Promise<Json> {
    return this.call('POST', `/dvtokens/withauthkey/update/${authKey}`, { DVTokenReq: members });
  }

  /** D12. */
  tokenResult(resultKey: string): Promise<Json> {
    return this.server('GET', `/dvtokens/withauthkey/${resultKey}`);
  }
}
