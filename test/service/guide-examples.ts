import {
  capture,
  createRestClient,
  isFlorinError,
  refund,
  searchAllTransactions,
  tokenise,
  type RestClient,
  type TxnResp,
} from '../../src/service/index.js';

// The code blocks of docs/guides/rest-client.md, line by line; guide.test.ts compares and runs them.

/** Values of the environment variables in the guide. */
export interface GuideSettings {
  readonly baseUrl: string;
  readonly password: string;
}

export function makeClient({ baseUrl, password }: GuideSettings): RestClient {
  const client = createRestClient({
    baseUrl, // up to and without /webapi
    version: 'v3',
    merchantNumber: '5353109000000000',
    username: 'demo-api',
    password,
  });
  return client;
}

export async function charge(client: RestClient, token: string): Promise<TxnResp> {
  const txn = await client.processTransaction(
    {
      Action: 'payment',
      Amount: 19900, // cents: always the lowest denomination
      Currency: 'AUD',
      CardDetails: { CardNumber: token }, // a stored token, or a card
      Crn1: 'order 1042',
      MerchantReference: 'order 1042, try 1',
      TestMode: true,
    },
    { signal: AbortSignal.timeout(120_000) },
  );
  if (txn.ResponseCode === '0') console.log('paid', txn.TxnNumber);
  else console.log('not paid', txn.ResponseCode, txn.ResponseText);
  return txn;
}

export async function giveBack(client: RestClient, txn: TxnResp): Promise<TxnResp> {
  const followUp = {
    originalTxnNumber: txn.TxnNumber ?? '',
    amount: { minor: 5000, currency: 'AUD' },
    reference: 'order 1042, refund 1',
    testMode: true,
  };
  const refunded = await refund(client, followUp);
  return refunded;
}

export async function take(client: RestClient, preauth: TxnResp): Promise<TxnResp> {
  const captured = await capture(client, {
    originalTxnNumber: preauth.TxnNumber ?? '',
    amount: { minor: 15000, currency: 'AUD' },
    reference: 'order 1043, capture',
    testMode: true,
  });
  return captured;
}

export async function store(client: RestClient): Promise<string | undefined> {
  const checked = await tokenise(client, {
    action: 'verify_only', // version 3; `payment` and `preauth` in both
    amount: { minor: 0, currency: 'AUD' },
    card: { CardNumber: '4987654321098769', ExpiryDate: '0539' },
    crn1: 'customer 7',
    reference: 'customer 7, card 1',
    testMode: true,
  });
  return checked.ResponseCode === '0' ? checked.DVToken : undefined;
}

export async function refundOnce(
  client: RestClient,
  followUp: Parameters<typeof refund>[1],
): Promise<TxnResp | undefined> {
  try {
    return await refund(client, followUp);
  } catch (error) {
    if (!isFlorinError(error) || error.code === 'api_rejected') throw error; // nothing was done
    // It may have been made: look it up, do not send it again.
    const [made] = await client.searchTransactions({ MerchantReference: followUp.reference });
    return made; // undefined: nothing there yet. Look again later, before you decide.
  }
}

export async function sum(client: RestClient): Promise<number> {
  let total = 0;
  const march = { FromDate: '2026-03-01', ToDate: '2026-03-31T23:59:59.9999999' };
  for await (const txn of searchAllTransactions(client, { ...march, ResponseCode: '0', Action: 'payment' })) {
    total += Number(txn.Amount ?? 0); // a bigint when it is beyond Number.MAX_SAFE_INTEGER
  }
  return total;
}
