/** P49: a card on file is reported as changed only if the typed values are stored; otherwise card and key are unchanged. */
import { describe, expect, it } from 'vitest';
import { FormCaller, typeIntoFrame } from '../sandbox/form-caller.js';
import { inProcess } from '../sandbox/service-under-test.js';

const NUMBER = '4987654321098769';
/** What a shopper may leave in the fields. */
const HALF: readonly Readonly<Record<string, string>>[] = [
  {},
  { CardNumber: '49876543', month: '05', year: '41' },
  { CardNumber: '4987654321098760', month: '05', year: '41' },
  { CardNumber: NUMBER },
  { CardNumber: NUMBER, month: '01', year: '20' },
  { CardNumber: NUMBER, month: '13', year: '41' },
  { Cvn: '123' },
];

describe('P49: a card on file is changed only by whole, valid details', () => {
  it.each(['JSON', 'form', 'frame', 'frame with members beside'])('sent by %s', async (way) => {
    const service = await inProcess.open();
    const shop = new FormCaller(service, 'v3');
    const { DVToken, CardDetails } = await shop.added();
    const stored = async () => (await shop.token(DVToken)).DVTokenResp;

    async function send(
      key: string,
      { CardNumber, month, year, Cvn }: Readonly<Record<string, string>>,
    ): Promise<number> {
      const card = { CardNumber, ExpiryDateMonth: month, ExpiryDateYear: year, Cvn };
      if (way === 'JSON') return (await shop.submitUpdate(key, { CardDetails: card })).APIResponse.ResponseCode;
      if (way === 'form') {
        const sent = Object.entries(card).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
        const body = new URLSearchParams(sent).toString();
        return Number((await shop.nv(`/dvtokens/withauthkey/update/${key}.nv`, body))['ResponseCode']);
      }
      const typed = { CardNumber: CardNumber ?? '', ExpiryDate: month ? `${month}/${year}` : '' };
      await typeIntoFrame(service, `/webapi/v3/dvtokens/iframe/${key}`, typed);
      const beside = { Crn3: 'three', CardDetails: { ExpiryDateMonth: '06', ExpiryDateYear: '41' } };
      const members = way === 'frame' ? {} : beside;
      return (await shop.processTokenFrame('update', key, members)).APIResponse.ResponseCode;
    }

    for (const half of HALF) {
      const key = (await shop.askUpdateKey({ DVToken })).AuthKey as string;
      expect([112, 114]).toContain(await send(key, half));
      expect(await stored()).toMatchObject({ CardType: 'MC', CardDetails, Crn3: null });
    }
    const key = (await shop.askUpdateKey({ DVToken })).AuthKey as string;
    for (const half of HALF) expect([112, 114]).toContain(await send(key, half));
    expect(await send(key, { CardNumber: NUMBER, month: '05', year: '41' })).toBe(0);
    expect(await stored()).toMatchObject({ CardType: 'VC', CardDetails: { MaskedCardNumber: '498765...769' } });
    await service.close();
  });
});
