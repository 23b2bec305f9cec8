/**
 * P63: Where a payment may have been made, a refusal that contradicts itself, or that no table lists, is an unknown outcome with
 * the TxnNumber.
 */
import { describe, expect, it } from 'vitest';
import { readSubmitAnswer } from '../../src/checkout/submit-card.js';
import type { FlorinError } from '../../src/core/errors.js';
import { createRestClient, createSoapClient } from '../../src/service/index.js';
import { outcomeOf } from '../../src/service/outcome-of.js';
import { API_CODES } from '../../src/wire/codes.js';
import { answerJson, pretendService } from '../service/pretend-service.js';
import { CREDENTIALS, payment } from '../service/soap-calls.js';
import process from '../vectors/rest-process-txn.json' with { type: 'json' };

const APPROVED = { ...process.v3.answer.TxnResp, ResponseCode: '0', BankResponseCode: '00', TxnNumber: '1043' };
const BESIDE = {
  'no transaction': null,
  'an approved transaction': APPROVED,
  'a declined transaction': { ...APPROVED, ResponseCode: '2', BankResponseCode: '01' },
  'a transaction without an outcome': { ...APPROVED, ResponseCode: 'P', BankResponseCode: null },
  'a transaction that cannot be read': { ...APPROVED, Amount: 'much' },
};
type Beside = keyof typeof BESIDE;
const BESIDES = Object.keys(BESIDE) as Beside[];

/** Refusals of a call that makes a transaction, by docs/wire/rest.md section 8. */
const REFUSES = [
  1,
  2,
  3,
  ...Array.from({ length: 32 }, (_, index) => 100 + index),
  201,
  202,
  205,
  206,
  207,
  210,
  211,
  998,
];
const CODES = [...Object.keys(API_CODES).map(Number), 4, 99, 132, 150, 199, 212, 301, 950, 4711, -1];

/** What the client makes of a code beside a transaction. */
function expected(code: number, beside: Beside): string {
  if (code === 0) {
    if (beside === 'no transaction' || beside === 'a transaction that cannot be read') return 'service_unreachable';
    return beside === 'an approved transaction'
      ? 'approved'
      : beside === 'a declined transaction'
        ? 'declined'
        : 'error';
  }
  const isDone = beside !== 'no transaction' && beside !== 'a declined transaction';
  if (isDone || (!REFUSES.includes(code) && ![900, 999].includes(code))) return 'result_unknown';
  return REFUSES.includes(code) ? 'api_rejected' : 'service_unreachable';
}

async function outcome(call: Promise<object>): Promise<{ code: string; error?: FlorinError }> {
  try {
    return { code: outcomeOf(await call).status };
  } catch (error) {
    return { code: (error as FlorinError).code, error: error as FlorinError };
  }
}

describe('P63: REST, for a code of the API', () => {
  it.each(BESIDES)('beside %s', async (beside) => {
    let code = 0;
    const service = await pretendService((response) =>
      answerJson({ APIResponse: { ResponseCode: code, ResponseText: 'words' }, TxnResp: BESIDE[beside] })(response),
    );
    const client = createRestClient({ baseUrl: service.url, version: 'v3', ...CREDENTIALS });
    const wrong: unknown[] = [];
    for (code of CODES) {
      const card = { CardNumber: '5123456789012346', ExpiryDate: '0528' };
      const made = await outcome(
        client.processTransaction({ Action: 'payment', Amount: 1, Crn1: 'a', CardDetails: card }),
      );
      if (made.code !== expected(code, beside)) wrong.push([code, made.code]);
      if (made.code === 'result_unknown') {
        const number = beside === 'no transaction' ? undefined : '1043';
        if (made.error?.txnNumber !== number || made.error?.apiCode !== code) wrong.push([code, made.error]);
        if (number && !made.error?.message.includes(number)) wrong.push([code, made.error?.message]);
      }
    }
    expect(wrong).toEqual([]);
    expect(service.received).toHaveLength(CODES.length);
  });

  it('reads no transaction as refused or not found that it got', async () => {
    const service = await pretendService(
      answerJson({ APIResponse: { ResponseCode: 206, ResponseText: 'Session not found' }, TxnResp: APPROVED }),
    );
    const client = createRestClient({ baseUrl: service.url, version: 'v3', ...CREDENTIALS });
    for (const call of [client.getResult('1'), client.getTransaction('1043')]) {
      expect((await outcome(call)).error).toMatchObject({ code: 'result_unknown', apiCode: 206, txnNumber: '1043' });
    }
  });

  it('charges the card of a frame by an unlisted code with an unknown outcome', async () => {
    for (const [ResponseCode, code] of [
      [112, 'api_rejected'],
      [150, 'result_unknown'],
      [208, 'result_unknown'],
    ] as const) {
      const service = await pretendService(answerJson({ APIResponse: { ResponseCode, ResponseText: null } }));
      const client = createRestClient({ baseUrl: service.url, version: 'v3', ...CREDENTIALS });
      expect((await outcome(client.processIframeTransaction('1', {}))).code).toBe(code);
    }
  });
});

describe('P63: SOAP, for the text of an ERROR', () => {
  const RESULTS: Readonly<Record<string, string>> = {
    'no result': '<ProcessPaymentResult />',
    'an approved result': '<ResponseCode>0</ResponseCode><AcquirerResponseCode>00</AcquirerResponseCode>',
    'a declined result': '<ResponseCode>2</ResponseCode><AcquirerResponseCode>01</AcquirerResponseCode>',
  };
  const TEXTS: readonly (readonly [text: string, code: string])[] = [
    ['invalid login', 'api_rejected'],
    ['unable to determine card type', 'api_rejected'],
    ['Invalid Crn1', 'api_rejected'],
    ['Invalid card number (this sandbox accepts only test cards)', 'api_rejected'],
    ['Fatal error', 'service_unreachable'],
    ['One or more sub-systems are currently unavailable', 'service_unreachable'],
    ['timeout waiting for bank', 'result_unknown'],
    ['Invalid Crn1 after the bank has answered', 'result_unknown'],
    ['invalid login; charged before', 'result_unknown'],
    ['', 'result_unknown'],
  ];

  async function pay(result: string, text: string) {
    const content = result.endsWith('/>')
      ? result
      : `<ProcessPaymentResult>${result}<TransactionNumber>1043</TransactionNumber></ProcessPaymentResult>`;
    const service = await pretendService((response) =>
      response
        .writeHead(200, { 'content-type': 'text/xml; charset=utf-8' })
        .end(
          '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
            `<ProcessPaymentResponse xmlns="urn:Eve_1_4_4">${content}<response><ResponseCode>ERROR</ResponseCode>` +
            `<ResponseMessage>${text}</ResponseMessage></response></ProcessPaymentResponse></s:Body></s:Envelope>`,
        ),
    );
    const client = createSoapClient({ endpoint: `${service.url}/service.asmx`, credentials: CREDENTIALS });
    return outcome(client.processPayment({ txnReq: payment('order 1042') }));
  }

  it.each(TEXTS)('"%s" is %s, beside an approved result unknown with its number', async (text, code) => {
    const { error: alone } = await pay(RESULTS['no result'] ?? '', text);
    expect(alone).toMatchObject({ code, txnNumber: undefined });
    expect((await pay(RESULTS['a declined result'] ?? '', text)).code).toBe(code);
    const { error } = await pay(RESULTS['an approved result'] ?? '', text);
    expect(error).toMatchObject({ code: 'result_unknown', txnNumber: '1043' });
    expect(error?.message).toContain('1043');
  });
});

describe('P63: the page, after it has sent a card', () => {
  const readCode = (ResponseCode: number) => readSubmitAnswer({ APIResponse: { ResponseCode } }).kind;

  it('takes only listed field codes for a refusal', () => {
    const refused = Array.from({ length: 1_000 }, (_, code) => code).filter((code) =>
      ['field_error', 'refused'].includes(readCode(code)),
    );
    expect(refused).toEqual(
      Object.keys(API_CODES)
        .map(Number)
        .filter((code) => code >= 100 && code < 200),
    );
  });
});
