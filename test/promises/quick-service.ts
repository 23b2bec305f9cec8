/** A payment service as an object: for promises that ask it ten thousand times, where HTTP would be most of the work. */
import { randomUUID } from 'node:crypto';
import { FlorinError } from '../../src/core/errors.js';
import type { CallOptions } from '../../src/service/rest-call.js';
import type { PaymentService } from '../../src/signer/service/payment-service.js';
import type { ServiceConnection } from '../../src/signer/service/service-account.js';
import { writeLocalTime } from '../../src/wire/rest/local-time.js';
import type { TxnAuthKeyRequest } from '../../src/wire/rest/auth-key.js';
import type { TxnResp } from '../../src/wire/rest/txn-resp.js';

export interface QuickService {
  /** For `createSigner`. */
  readonly connection: ServiceConnection;
  /** The clock of its answers. */
  clock: { now(): number };
  /** What T4 asked for, by AuthKey. */
  readonly keys: ReadonlyMap<string, TxnAuthKeyRequest>;
  /** Every try to pay that reached the bank. */
  readonly tries: () => number;
  /** Pays with a key as a browser does; undefined when the service does not take the key. */
  pay(authKey: string, outcome?: 'approved' | 'declined'): { resultKey: string; txnNumber: string } | undefined;
}

const MERCHANT = '5353109000000000';

const services = new WeakMap<PaymentService['createAuthKey'], QuickService>();

/** The service of a client, if it is one of these, also with other calls changed. */
export const quickServiceOf = ({ createAuthKey }: PaymentService): QuickService | undefined =>
  services.get(createAuthKey);

export function createQuickService(merchantNumber = MERCHANT): QuickService {
  const keys = new Map<string, TxnAuthKeyRequest>();
  const used = new Set<string>();
  const byNumber = new Map<string, TxnResp>();
  const byResultKey = new Map<string, TxnResp>();
  const byReference = new Map<string, TxnResp[]>();
  const refuse = (apiCode: number): never => {
    throw new FlorinError('api_rejected', 'refused', { apiCode });
  };
  const client: PaymentService = {
    async createAuthKey(request, options) {
      tell(options);
      const authKey = randomUUID();
      keys.set(authKey, request);
      return authKey;
    },
    getResult: async (resultKey) => byResultKey.get(resultKey) ?? refuse(206),
    getTransaction: async (number) => byNumber.get(number) ?? refuse(201),
    searchTransactions: async ({ Action, Crn1, MerchantReference, FromDate, ToDate = '' }, options) => {
      tell(options);
      if (FromDate !== undefined && MerchantReference === undefined) {
        return [...byNumber.values()].filter(
          (txn) =>
            (Action === undefined || txn.Action === Action) &&
            (Crn1 === undefined || txn.Crn1 === Crn1) &&
            FromDate <= (txn.ProcessedDateTime ?? '') &&
            (txn.ProcessedDateTime ?? '') <= ToDate,
        );
      }
      return byReference.get(MerchantReference ?? '') ?? refuse(209);
    },
  };
  const tell = (options: CallOptions = {}) => options.onAnswer?.({ date: service.clock.now(), hasAge: false });
  const service: QuickService = {
    clock: { now: () => Date.now() },
    connection: { client, browserUrl: 'https://service.example', merchantNumber },
    keys,
    tries: () => used.size,
    pay(authKey, outcome = 'approved') {
      const terms = keys.get(authKey)?.ProcessTxnData;
      if (!terms || used.has(authKey)) return undefined;
      used.add(authKey);
      const txnNumber = String(1000 + used.size);
      const reference = terms.MerchantReference ?? '';
      const isApproved = outcome === 'approved';
      const txn = {
        Action: 'payment',
        Amount: terms.Amount,
        BankResponseCode: isApproved ? '00' : '51',
        CardDetails: { MaskedCardNumber: '512345...346', ExpiryDate: '0542' },
        CardType: 'MC',
        Crn1: terms.Crn1,
        Currency: terms.Currency,
        IsTestTxn: terms.TestMode,
        MerchantNumber: merchantNumber,
        MerchantReference: reference,
        ProcessedDateTime: writeLocalTime(service.clock.now()),
        ReceiptNumber: `7000000${txnNumber}`,
        ResponseCode: isApproved ? '0' : '5',
        ResponseText: isApproved ? 'Approved' : 'Declined',
        TxnNumber: txnNumber,
      } as TxnResp;
      const resultKey = randomUUID();
      byNumber.set(txnNumber, txn);
      byResultKey.set(resultKey, txn);
      byReference.set(reference, [...(byReference.get(reference) ?? []), txn]);
      return { resultKey, txnNumber };
    },
  };
  services.set(client.createAuthKey, service);
  return service;
}
