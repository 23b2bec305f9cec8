import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closingInstantOf, settlementDateOf } from '../../../src/sandbox/settlement/settlement-day.js';
import { writeLocalTime } from '../../../src/wire/rest/local-time.js';
import { DEMO_MERCHANT } from '../../../src/sandbox/merchant.js';
import { RestCaller } from '../rest-caller.js';
import { inProcess, stoppedClock, TARGETS, type ServiceUnderTest } from '../service-under-test.js';
import { contentIn, FileCaller } from './file-caller.js';
import { CREDENTIALS, OTHER_CREDENTIALS, OTHER_MERCHANT, textIn } from './soap-caller.js';

const HOUR = 3_600;
const DAY = 24 * HOUR;

describe.each(TARGETS)('settlement files, $target', (target) => {
  let service: ServiceUnderTest;
  let soap: FileCaller;
  let rest: RestCaller;
  beforeEach(async () => {
    service = await target.open({ seed: [DEMO_MERCHANT, OTHER_MERCHANT] });
    soap = await FileCaller.open(service);
    rest = new RestCaller(service);
  });
  afterEach(() => service.close());

  /** Seconds after noon on 4 March 2026, where the clock starts. */
  async function later(seconds: number): Promise<void> {
    await service.control.advanceClock(seconds);
    soap = await FileCaller.open(service, { version: soap.version });
  }
  const retrieve = (settlementDate: string) => soap.ask('RetrieveSettlementFiles', { settlementDate });

  it('has a line for each transaction that moved money, and sums by currency', async () => {
    const paid = await soap.pay({ Amount: 5_000, CRN1: 'a,b', BillerCode: 'B1', MerchantReference: 'ref' });
    const original = textIn(paid, 'TransactionNumber') ?? '';
    await soap.follow('REFUND', original, 1_500);
    await soap.pay({ Amount: 700, ExpiryDate: '9901' });
    await soap.pay({ PaymentType: 'PREAUTH', Amount: 900 });
    const again = textIn(await soap.pay({ Amount: 200 }), 'TransactionNumber') ?? '';
    await soap.follow('REVERSAL', again, 200);
    await rest.process({ Amount: 1_000, Currency: 'NZD' });
    await later(DAY);
    await soap.pay({ Amount: 1 });

    const xml = await retrieve('20260304');
    expect(textIn(xml, 'ResponseCode')).toBe('SUCCESS');
    expect(textIn(xml, 'Filename')).toBe(`settlement-${CREDENTIALS.merchantNumber}-20260304.csv`);
    const lines = (contentIn(xml) ?? '').split('\n');
    expect(lines[0]).toBe(`01,CBA-EVOLVE,20260304,${CREDENTIALS.merchantNumber}`);
    expect(lines[1]).toBe(
      `50,B1,a b,,,5000,AUD,payment,512345...346,MC,${original},${textIn(paid, 'ReceiptNumber')},` +
        `${textIn(paid, 'AuthoriseId')},ref,2026-03-04T12:00:00`,
    );
    const moved = lines.slice(1, -3).map((line) => line.split(',').slice(5, 8));
    expect(moved).toEqual([
      ['5000', 'AUD', 'payment'],
      ['-1500', 'AUD', 'refund'],
      ['200', 'AUD', 'payment'],
      ['-200', 'AUD', 'reversal'],
      ['1000', 'NZD', 'payment'],
    ]);
    expect(lines.slice(-3)).toEqual(['99,4,3500,AUD', '99,1,1000,NZD', '']);

    // The same transactions as in a search for the day.
    const { TxnRespList } = await rest.search({ SettlementDate: '20260304', ResponseCode: '0' });
    const found = TxnRespList.filter(({ Action }: { Action: string }) => Action !== 'preauth');
    const numbers = lines.slice(1, -3).map((line) => line.split(',')[10]);
    expect(found.map(({ TxnNumber }: { TxnNumber: string }) => TxnNumber).sort()).toEqual(numbers.sort());
    const bySoap = await soap.search({ SettlementDate: '20260304', ResponseCode: '0' });
    expect(bySoap.match(/<Txn>/g)).toHaveLength(TxnRespList.length);
  });

  it('contains no other merchant’s transactions, and exists for a day without any', async () => {
    await soap.pay();
    await later(DAY);
    soap = await FileCaller.open(service, { credentials: OTHER_CREDENTIALS });
    expect(contentIn(await retrieve('20260304'))).toBe(
      `01,CBA-EVOLVE,20260304,${OTHER_CREDENTIALS.merchantNumber}\n99,0,0,AUD\n`,
    );
  });

  it.each([
    ['', 'invalid settlement date'],
    ['2026-03-04', 'invalid settlement date'],
    ['20260229', 'invalid settlement date'],
    ['00000101', 'invalid settlement date'],
    ['=1+1', 'invalid settlement date'],
    ['20260304', 'settlement date not settled yet'],
    ['99991231', 'settlement date not settled yet'],
  ])('%j: %s', async (settlementDate, message) => {
    const xml = await retrieve(settlementDate);
    expect(textIn(xml, 'ResponseMessage')).toBe(message);
    expect(textIn(xml, 'RetrieveSettlementFilesResult')).toBe('');
  });

  it('closes at midnight, or at the merchant’s time', async () => {
    await later(12 * HOUR - 1);
    const before = textIn(await soap.pay(), 'SettlementDate');
    expect(textIn(await retrieve('20260304'), 'ResponseCode')).toBe('ERROR');
    await service.control.advanceClock(1);
    expect([before, textIn(await soap.pay(), 'SettlementDate')]).toEqual(['20260304', '20260305']);
    expect(textIn(await retrieve('20260304'), 'ResponseCode')).toBe('SUCCESS');
    await service.control.changeMerchant(CREDENTIALS.merchantNumber, { settings: { settlementCloses: '18:00' } });
    await later(18 * HOUR - 1);
    expect((await rest.process()).TxnResp.SettlementDate).toBe('20260305');
    await service.control.advanceClock(1);
    expect((await rest.process()).TxnResp.SettlementDate).toBe('20260306');
    expect(textIn(await retrieve('20260305'), 'ResponseCode')).toBe('SUCCESS');
    expect(textIn(await retrieve('20260306'), 'ResponseCode')).toBe('ERROR');
  });
});

describe('a closing time', () => {
  it('can be the sandbox’s own', async () => {
    const service = await inProcess.open({ settings: { settlementCloses: '11:59' } });
    expect((await new RestCaller(service).process()).TxnResp.SettlementDate).toBe('20260305');
    await service.close();
  });

  it.each(['25:00', '00:00', '18', 'noon'])('%s is invalid', async (settlementCloses) => {
    const service = await inProcess.open({ controlApi: { token: 'a-token-of-this-test', hosts: ['sandbox.test'] } });
    const response = await service.fetch(`/_sandbox/merchants/${CREDENTIALS.merchantNumber}`, {
      method: 'PATCH',
      headers: { 'florin-control-token': 'a-token-of-this-test', 'content-type': 'application/json' },
      body: JSON.stringify({ settings: { settlementCloses } }),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('settlementCloses must be a time');
    await service.close();
  });

  // Daylight saving ends on 5 April 2026 at 3:00 and begins on 4 October 2026 at 2:00.
  it.each([
    ['24:00', '20260404', '2026-04-05T00:00:00'],
    ['24:00', '20260405', '2026-04-06T00:00:00'],
    ['24:00', '20261004', '2026-10-05T00:00:00'],
    ['18:00', '20260405', '2026-04-05T18:00:00'],
    ['18:00', '20261004', '2026-10-04T18:00:00'],
    ['02:30', '20261004', '2026-10-04T03:00:00'],
    ['02:30', '20260405', '2026-04-05T02:30:00'],
  ])('%s closes %s at %s', (closes, day, local) => {
    expect(writeLocalTime(closingInstantOf(day, closes)).slice(0, 19)).toBe(local);
  });

  it.each(['24:00', '18:00', '02:30', '00:01'])(
    'at %s every instant has one day, days come in order, and each is closed by its own closing',
    (closes) => {
      for (const start of [Date.UTC(2026, 3, 3), Date.UTC(2026, 9, 2), Date.UTC(2026, 11, 30)]) {
        let last = '';
        for (let instant = start; instant < start + 4 * DAY * 1_000; instant += 5 * 60_000) {
          const day = settlementDateOf(instant, closes);
          expect(day >= last).toBe(true);
          expect(instant < closingInstantOf(day, closes)).toBe(true);
          if (last !== '' && day !== last) expect(instant >= closingInstantOf(last, closes)).toBe(true);
          last = day;
        }
      }
    },
  );

  it('that occurs twice does not open a closed day again', async () => {
    // 2:29 of the first 2:30 of 5 April 2026, local time; an hour and some minutes later it is 2:31 again.
    const clock = stoppedClock(Date.UTC(2026, 3, 4, 15, 29));
    const service = await inProcess.open({ clock, settings: { settlementCloses: '02:30' } });
    const rest = new RestCaller(service);
    const dates: string[] = [];
    for (const minutes of [0, 1, 40, 30]) {
      await service.control.advanceClock(minutes * 60);
      dates.push((await rest.process()).TxnResp.SettlementDate as string);
    }
    expect(dates).toEqual(['20260405', '20260406', '20260406', '20260406']);
    await service.close();
  });
});
