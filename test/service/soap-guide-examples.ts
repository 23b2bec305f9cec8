import {
  createSoapClient,
  isFlorinError,
  type SoapClient,
  type Txn,
  type TxnRequest,
  type TxnResponse,
} from '../../src/service/index.js';

// The code blocks of docs/guides/soap.md, line by line; soap-guide.test.ts compares and runs them.

export function makeClient(endpoint: string, password: string): SoapClient {
  const client = createSoapClient({
    endpoint, // of the service: https://..., or the sandbox's /evolve/service_1_4_4.asmx
    credentials: { username: 'demo-api', password, merchantNumber: '5353109000000000' },
    version: '1.1', // of the envelope; or 1.2
  });
  return client;
}

export async function charge(client: SoapClient, token: string, reference: string): Promise<TxnResponse> {
  const paid = await client.processPayment({
    txnReq: {
      PaymentType: 'PAYMENT',
      TxnType: 'ECOMMERCE',
      MerchantReference: reference, // your own, new for each try: it finds the payment when the answer is lost
      Amount: 19900, // cents
      CardNumber: token, // a stored token, or a card with its ExpiryDate and CVC
    },
  });
  if (paid.ResponseCode === '0') console.log('paid', paid.TransactionNumber);
  else console.log('not paid', paid.ResponseCode, paid.AuthorisationResult);
  return paid;
}

export async function payOnce(client: SoapClient, txnReq: TxnRequest, reference: string): Promise<TxnResponse | Txn> {
  try {
    return await client.processPayment({ txnReq });
  } catch (error) {
    if (!isFlorinError(error) || error.code === 'api_rejected') throw error; // no money moved
    const [found] = await client.searchTransactions({ search: { MerchantReference: reference } });
    if (found) return found;
    throw error; // look again later, and do not pay again before
  }
}
