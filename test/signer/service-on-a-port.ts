/** The sandbox on a port, for tests that need no wrong answers. */
import { createRestClient } from '../../src/service/rest-client.js';
import { startSandbox, type RunningSandbox, type StartSandboxOptions } from '../../src/sandbox/node/start-sandbox.js';
import { accountAt } from './faulty-service.js';

/** A test card's details as the page sends them. Expiry and holder decide the outcome: docs/wire/rest.md section 10. */
export interface TypedCard {
  readonly CardNumber?: string;
  readonly CardHolderName?: string;
  readonly Cvn?: string;
  readonly ExpiryDateMonth?: string;
  readonly ExpiryDateYear?: string;
}

/** The service's answer to a browser (T5). */
export interface Submission {
  readonly APIResponse: { readonly ResponseCode: number; readonly ResponseText: string };
  readonly ResultKey: string | null;
  readonly RedirectionUrl: string | null;
}

export interface Service {
  readonly url: string;
  readonly control: RunningSandbox['control'];
  /** The sandbox's clock, for a signer with the same clock. */
  readonly clock: { now(): number };
  /** The demo merchant's account at a URL. */
  accountAt(url: string): ReturnType<typeof accountAt>;
  /** Submits a card with a key. */
  pay(authKey: string, card?: TypedCard): Promise<Submission>;
  /** Submits a card to a URL. Rejects when the answer is lost. */
  submit(url: string, card?: TypedCard): Promise<Submission>;
  /** Number of approved transactions of the demo merchant, all or with a Crn1. */
  countApproved(crn1?: string): Promise<number>;
  advanceClock(seconds: number): Promise<void>;
  close(): Promise<void>;
}

const CARD: TypedCard = {
  CardNumber: '5123456789012346',
  CardHolderName: 'A BUYER',
  Cvn: '123',
  ExpiryDateMonth: '05',
  ExpiryDateYear: '42',
};

export async function startService(options: StartSandboxOptions = {}): Promise<Service> {
  const { url, control, close } = await startSandbox(options);
  const client = createRestClient({ ...accountAt({ url }), version: 'v3' });
  const submit = async (address: string, card: TypedCard = {}) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ TxnReq: { CardDetails: { ...CARD, ...card } } }),
    });
    return (await response.json()) as Submission;
  };
  return {
    url,
    control,
    clock: { now: () => control.now() },
    accountAt: (address) => accountAt({ url: address }),
    pay: (authKey, card) => submit(`${url}/webapi/v3/txns/withauthkey/${authKey}`, card),
    submit,
    async countApproved(crn1) {
      const found = await client.searchTransactions({ ResponseCode: '0', ...(crn1 ? { Crn1: crn1 } : {}) });
      return found.length;
    },
    advanceClock: (seconds) => control.advanceClock(seconds),
    close,
  };
}
