/** The examples of docs/guides/sandbox-tokens.md, type-checked and run by token-guide.test.ts. */
import { createRestClient, type RestClient } from '../../src/service/index.js';

export function connect(url: string): RestClient {
  return createRestClient({
    baseUrl: url,
    version: 'v3',
    merchantNumber: '5353109000000000',
    username: 'demo-api',
    password: 'Demo-Password-1',
  });
}

export async function keepAndPay(client: RestClient): Promise<string | undefined> {
  const { DVToken = '' } = await client.addToken({
    CardDetails: { CardHolderName: 'Jane Citizen', CardNumber: '5123456789012346', ExpiryDate: '0539' },
    Crn1: 'customer 7',
  });
  const paid = await client.processTransaction({
    Action: 'payment',
    Amount: 19_900,
    CardDetails: { CardNumber: DVToken },
    Crn1: 'order 1042',
    TestMode: true,
  });
  return paid.ResponseCode;
}

export async function keyForStoredCard(client: RestClient, dvToken: string): Promise<string> {
  return client.createAuthKey({
    ProcessTxnData: {
      Action: 'payment',
      Amount: 19_900,
      Crn1: 'order 1042',
      DVTokenData: { DVToken: dvToken, ExpiryDate: '0641', UpdateDVTokenExpiryDate: true },
      TestMode: true,
    },
    RedirectionUrl: 'https://shop.example/return',
  });
}
