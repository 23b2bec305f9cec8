import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOutcome } from '../../src/core/outcome.js';
import { CHALLENGE_CODE, NAME_SCENARIOS, THREE_DS_PATHS } from '../../src/sandbox/bank/scenarios.js';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import {
  THREE_DS_ECI,
  THREE_DS_ENROLLED,
  THREE_DS_STATUS,
  THREE_DS_VERIFY_STATUS,
  THREE_DS_VERIFY_TYPES,
} from '../../src/wire/codes.js';
import { SHOP, press, resultOf, startChallenge } from './challenge-caller.js';
import { RestCaller } from './rest-caller.js';
import { TARGETS, inProcess, type ServiceUnderTest } from './service-under-test.js';

const EVERY_WAY = TARGETS.flatMap((target) => (['v2', 'v3'] as const).map((version) => ({ ...target, version })));
const BASE64 = /^[A-Za-z0-9+/]{27}=$/;
const MINUTE = 60;

describe.each(EVERY_WAY)('3-D Secure, $version, $target', ({ open, version }) => {
  let service: ServiceUnderTest;
  let api: RestCaller;

  beforeAll(async () => {
    service = await open();
    api = new RestCaller(service, version);
  });
  afterAll(() => service.close());

  it('a challenge gives 300, and until then the payment is neither paid nor failed', async () => {
    const challenge = await startChallenge(api);
    const txn = await resultOf(api, challenge);
    expect(txn).toMatchObject({
      ResponseCode: 'P',
      ResponseText: 'Transaction is pending',
      BankResponseCode: null,
      AuthoriseId: null,
      RRN: null,
      SettlementDate: null,
      Currency: null,
      Amount: 19_900,
      IsThreeDS: true,
      ThreeDSResponse: null,
    });
    expect(readOutcome({ ResponseCode: txn.ResponseCode })).toMatchObject({ status: 'error', finality: 'unknown' });
    // A search finds it, so nobody takes it for a payment that was never made.
    expect((await api.search({ TxnNumber: txn.TxnNumber })).TxnRespList).toHaveLength(1);
    expect((await api.submit(challenge.authKey)).APIResponse.ResponseCode).toBe(207);
    expect(await resultOf(api, challenge)).toEqual(txn);
  });

  it('a wrong one-time code is refused with a message and ends nothing; the right one approves', async () => {
    const challenge = await startChallenge(api);
    expect(await (await service.fetch(challenge.path)).text()).toContain('autocomplete="one-time-code"');
    const refused = await press(service, challenge.path, 'approve', '654321');
    expect(refused.status).toBe(422);
    const text = await refused.text();
    expect(text).toContain('Wrong code. Please try again.');
    expect(text).not.toContain('654321');
    expect(await resultOf(api, challenge)).toMatchObject({ ResponseCode: 'P' });
    const typed = `${CHALLENGE_CODE.slice(0, 3)} ${CHALLENGE_CODE.slice(3)}`;
    expect((await press(service, challenge.path, 'approve', typed)).status).toBe(303);
    expect(await resultOf(api, challenge)).toMatchObject({ ResponseCode: '0' });
  });

  it('after a wrong code, the shopper can still fail the check or leave', async () => {
    const left = await startChallenge(api);
    expect((await press(service, left.path, 'leave', '1')).status).toBe(303);
    expect(await resultOf(api, left)).toMatchObject({ ResponseCode: 'P' });
    expect((await press(service, left.path, 'fail', '1')).status).toBe(303);
    expect(await resultOf(api, left)).toMatchObject({ ResponseCode: 'F' });
  });

  it('approved: paid under the same number, with Eci 05, and the browser is redirected with the ResultKey', async () => {
    const challenge = await startChallenge(api, {}, { Cvn: '876' });
    const pending = await resultOf(api, challenge);
    const page = await service.fetch(challenge.path);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    const text = await page.text();
    expect(text).toContain('Demo Shop');
    expect(text).toContain('$199.00');
    expect(text).not.toMatch(/[0-9]{12,}/);
    // Its one script passes Escape on to the shop's page. The policy allows no other.
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script>']);
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[\w+/=]{44}';/);
    const back = await press(service, challenge.path, 'approve');
    expect(back.status).toBe(303);
    const url = new URL(back.headers.get('location') ?? '');
    expect(url.href.startsWith(`${SHOP}&`)).toBe(true);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      cart: '7',
      ResponseCode: '0',
      ResponseText: 'Success',
      ResultKey: challenge.resultKey,
    });
    const txn = await resultOf(api, challenge);
    expect(txn).toMatchObject({
      ResponseCode: '0',
      BankResponseCode: '00',
      TxnNumber: pending.TxnNumber,
      ReceiptNumber: pending.ReceiptNumber,
      IsThreeDS: true,
      CVNResult: { CVNResultCode: 'P' },
      CardDetails: { CardHolderName: '3DS CHALLENGE', MaskedCardNumber: '512345...346' },
      Source: 'internet',
      ThreeDSResponse: {
        Eci: '05',
        Enrolled: 'Y',
        Status: 'Y',
        VerifySecurityLevel: '05',
        VerifyStatus: 'Y',
        VerifyToken: expect.stringMatching(BASE64),
        VerifyType: '3DS',
        XID: expect.stringMatching(BASE64),
      },
    });
    expect((await api.get(txn.TxnNumber)).TxnResp).toEqual(txn);
  });

  it('failed: F, the bank is not asked, and a refund of it is refused', async () => {
    const challenge = await startChallenge(api);
    expect((await press(service, challenge.path, 'fail')).status).toBe(303);
    const txn = await resultOf(api, challenge);
    expect(txn).toMatchObject({
      ResponseCode: 'F',
      ResponseText: '3D Secure authentication failed',
      BankResponseCode: null,
      ThreeDSResponse: { Eci: '06', Status: 'N', VerifyToken: '' },
    });
    expect(readOutcome({ ResponseCode: txn.ResponseCode })).toMatchObject({ finality: 'final' });
    expect((await api.follow('refund', txn, 100)).ResponseCode).toBe('PT_R2');
  });

  it('an authenticated payment is declined by the bank as any other', async () => {
    const challenge = await startChallenge(api, { Amount: 10_051 });
    await press(service, challenge.path, 'approve');
    expect(await resultOf(api, challenge)).toMatchObject({
      ResponseCode: '5',
      BankResponseCode: '51',
      ThreeDSResponse: { Eci: '05' },
    });
    const wrongCvn = await startChallenge(api, {}, { Cvn: '987' });
    await press(service, wrongCvn.path, 'approve');
    expect(await resultOf(api, wrongCvn)).toMatchObject({ BankResponseCode: '05', CVNResult: { CVNResultCode: 'N' } });
    const noCvn = await startChallenge(api, {}, { Cvn: null });
    await press(service, noCvn.path, 'approve');
    expect(await resultOf(api, noCvn)).toMatchObject({ IsCVNPresent: false, CVNResult: { CVNResultCode: 'S' } });
  });

  it('left: the browser is redirected, the payment stays pending and can still be approved', async () => {
    const challenge = await startChallenge(api);
    const back = await press(service, challenge.path, 'leave');
    expect(new URL(back.headers.get('location') ?? '').searchParams.get('ResultKey')).toBe(challenge.resultKey);
    expect((await resultOf(api, challenge)).ResponseCode).toBe('P');
    await press(service, challenge.path, 'approve');
    expect((await resultOf(api, challenge)).ResponseCode).toBe('0');
  });

  it('ten concurrent presses of both buttons make one transaction, and the first one counts', async () => {
    const challenge = await startChallenge(api, { Crn1: `double ${version}` });
    const answers = ['approve', 'fail', 'approve', 'fail', 'approve', 'approve', 'fail', 'approve', 'fail', 'approve'];
    const backs = await Promise.all(answers.map((answer) => press(service, challenge.path, answer)));
    expect(new Set(backs.map((back) => back.status))).toEqual(new Set([303]));
    const txn = await resultOf(api, challenge);
    expect(['0', 'F']).toContain(txn.ResponseCode);
    await press(service, challenge.path, txn.ResponseCode === '0' ? 'fail' : 'approve');
    expect(await resultOf(api, challenge)).toEqual(txn);
    expect((await api.search({ Crn1: `double ${version}` })).TxnRespList).toEqual([txn]);
    expect(await (await service.fetch(challenge.path)).text()).toContain('Back to the shop');
  });

  it.each(NAME_SCENARIOS.filter(({ threeDS }) => threeDS !== undefined && threeDS !== 'challenge'))(
    '$holderName needs no page',
    async ({ holderName, threeDS }) => {
      const path = THREE_DS_PATHS[threeDS as keyof typeof THREE_DS_PATHS];
      const refusal = 'refusal' in path ? path.refusal : undefined;
      const answer = await api.submit(await api.key(), { CardHolderName: holderName.toLowerCase() });
      expect(answer.APIResponse.ResponseCode).toBe(0);
      const txn = (await api.result(answer.ResultKey)).TxnResp;
      expect(txn).toMatchObject({
        ResponseCode: refusal ?? '0',
        BankResponseCode: refusal ? null : '00',
        IsThreeDS: true,
        ThreeDSResponse: { ...path.response, XID: expect.stringMatching(BASE64) },
      });
      expect(Object.keys(THREE_DS_ECI)).toContain(txn.ThreeDSResponse.Eci);
      expect(THREE_DS_ENROLLED).toContain(txn.ThreeDSResponse.Enrolled);
      expect(THREE_DS_STATUS).toContain(txn.ThreeDSResponse.Status);
      expect(THREE_DS_VERIFY_STATUS).toContain(txn.ThreeDSResponse.VerifyStatus);
      expect(THREE_DS_VERIFY_TYPES).toContain(txn.ThreeDSResponse.VerifyType);
      // Money moves only after an authentication or an attempt, or when the card is not enrolled.
      if (!refusal) expect(['passed', 'attempted', 'not_enrolled']).toContain(threeDS);
    },
  );

  it('BypassThreeDS skips it, in version 3 only', async () => {
    const answer = await api.submit(await api.key({ BypassThreeDS: true }), { CardHolderName: '3DS CHALLENGE' });
    expect(answer.APIResponse.ResponseCode).toBe(version === 'v3' ? 0 : 300);
    const txn = (await api.result(answer.ResultKey)).TxnResp;
    expect(txn.ResponseCode).toBe(version === 'v3' ? '0' : 'P');
    if (version === 'v3') expect(txn).toMatchObject({ IsThreeDS: false, ThreeDSResponse: null });
  });

  it('a server call has none, nor a payment without such a name', async () => {
    const card = { CardHolderName: '3DS FAIL', CardNumber: '5123456789012346', Cvn: '123', ExpiryDate: '0530' };
    const none = { ResponseCode: '0', IsThreeDS: false, ThreeDSResponse: null };
    expect(await api.made({ CardDetails: card })).toMatchObject(none);
    const { ResultKey } = await api.submit(await api.key());
    expect((await api.result(ResultKey)).TxnResp).toMatchObject(none);
  });

  it('a number that is not a test card skips it', async () => {
    const answer = await api.submit(await api.key(), {
      CardHolderName: '3DS CHALLENGE',
      CardNumber: '4111111111111111',
    });
    expect(answer.APIResponse.ResponseCode).toBe(0);
    expect((await api.result(answer.ResultKey)).TxnResp).toMatchObject({ BankResponseCode: '14', IsThreeDS: false });
  });

  it('a field error does not start one', async () => {
    const key = await api.key();
    const wrong = await api.submit(key, { CardHolderName: '3DS CHALLENGE', CardNumber: '4111111111111112' });
    expect(wrong.APIResponse.ResponseCode).toBe(112);
    expect((await api.submit(key)).APIResponse.ResponseCode).toBe(0);
  });

  it('a token uses its stored name, and a card can become a token after it', async () => {
    const first = await startChallenge(api, { TokenisationMode: 3 });
    expect((await resultOf(api, first)).DVToken).toBeNull();
    await press(service, first.path, 'approve');
    const { DVToken } = await resultOf(api, first);
    expect(DVToken).toMatch(/^599999/);
    const authKey = await api.key({ DVTokenData: { DVToken } }, { RedirectionUrl: SHOP });
    const answer = await api.submit(authKey, null);
    expect(answer.APIResponse.ResponseCode).toBe(300);
    await press(service, new URL(answer.RedirectionUrl as string).pathname, 'approve');
    expect((await api.result(answer.ResultKey)).TxnResp).toMatchObject({
      ResponseCode: '0',
      ThreeDSResponse: { Eci: '05' },
    });
    const failed = await api.submit(await api.key({ DVTokenData: { DVToken } }), {
      CardNumber: null,
      CardHolderName: '3DS FAIL',
    });
    expect((await api.result(failed.ResultKey)).TxnResp).toMatchObject({
      ResponseCode: 'F',
      CardDetails: { MaskedCardNumber: '512345...346' },
    });
  });

  it('without a return URL the page shows the result', async () => {
    const challenge = await startChallenge(api, {}, {}, {});
    expect(await (await service.fetch(challenge.path)).text()).not.toContain('Leave');
    const done = await press(service, challenge.path, 'approve');
    expect(done.status).toBe(200);
    expect(await done.text()).toContain('You have confirmed this payment');
    expect((await resultOf(api, challenge)).ResponseCode).toBe('0');
  });

  it('refuses an invalid answer, and has no other page', async () => {
    const challenge = await startChallenge(api);
    for (const answer of ['', 'yes', 'toString', 'approve '.repeat(400)]) {
      expect([400, 413]).toContain((await press(service, challenge.path, answer)).status);
    }
    expect((await service.fetch(challenge.path, { method: 'PUT' })).status).toBe(405);
    expect((await service.fetch(`/3ds/${challenge.resultKey}`)).status).toBe(404);
    expect((await service.fetch(`/3ds/${challenge.authKey}`)).status).toBe(404);
    expect((await resultOf(api, challenge)).ResponseCode).toBe('P');
  });
});

describe.each(['v2', 'v3'] as const)('the timeout of a challenge, %s', (version) => {
  it('is ten minutes: then PT_V11 finally, in T8, T2, a search and after a late press', async () => {
    const service = await inProcess.open();
    const api = new RestCaller(service, version);
    const late = await startChallenge(api, { Crn1: 'late' });
    await service.control.advanceClock(10 * MINUTE - 1);
    expect((await resultOf(api, late)).ResponseCode).toBe('P');
    const { TxnRespList } = await api.search({ Crn1: 'late' });
    expect(TxnRespList[0].ResponseCode).toBe('P');
    await service.control.advanceClock(1);
    expect((await api.search({ Crn1: 'late' })).TxnRespList[0]).toMatchObject({
      ResponseCode: 'PT_V11',
      ResponseText: 'Cardholder not authenticated',
      TxnNumber: TxnRespList[0].TxnNumber,
    });
    expect((await press(service, late.path, 'approve')).status).toBe(303);
    expect(await (await service.fetch(late.path)).text()).toContain('Confirmation timed out');
    const txn = await resultOf(api, late);
    expect(txn).toMatchObject({
      ResponseCode: 'PT_V11',
      ThreeDSResponse: { Eci: '06', Status: 'U', VerifyStatus: 'T' },
    });
    expect(readOutcome({ ResponseCode: txn.ResponseCode })).toMatchObject({ finality: 'final' });
    await service.close();
  });

  it('applies at the first read, if no timer has ended it', async () => {
    const service = await inProcess.open();
    const api = new RestCaller(service, version);
    const [byT8, byT2, byPress] = [await startChallenge(api), await startChallenge(api), await startChallenge(api)];
    const { TxnNumber } = await resultOf(api, byT2);
    service.clock.advance(10 * MINUTE * 1_000);
    await press(service, byPress.path, 'approve');
    expect((await resultOf(api, byPress)).ResponseCode).toBe('PT_V11');
    expect((await resultOf(api, byT8)).ResponseCode).toBe('PT_V11');
    expect((await api.get(TxnNumber)).TxnResp.ResponseCode).toBe('PT_V11');
    await service.close();
  });
});

describe('3-D Secure by the merchant’s settings', () => {
  const open = (threeDS: 'always' | 'never') => inProcess.open({ seed: [{ ...DEMO_MERCHANT, settings: { threeDS } }] });

  it('always: a challenge unless the name has another effect', async () => {
    const service = await open('always');
    const api = new RestCaller(service);
    expect((await api.submit(await api.key())).APIResponse.ResponseCode).toBe(300);
    const { ResultKey } = await api.submit(await api.key(), { CardHolderName: '3DS FRICTIONLESS' });
    expect((await api.result(ResultKey)).TxnResp.ThreeDSResponse.Eci).toBe('05');
    expect((await api.submit(await api.key({ BypassThreeDS: true }))).APIResponse.ResponseCode).toBe(0);
    await service.close();
  });

  it('never: names have no effect', async () => {
    const service = await open('never');
    const api = new RestCaller(service);
    const { ResultKey } = await api.submit(await api.key(), { CardHolderName: '3DS FAIL' });
    expect((await api.result(ResultKey)).TxnResp).toMatchObject({ ResponseCode: '0', ThreeDSResponse: null });
    await service.close();
  });

  it('the URL has the configured public origin', async () => {
    const service = await inProcess.open({ settings: { publicOrigin: 'https://sandbox.example' } });
    const api = new RestCaller(service);
    const answer = await api.submit(await api.key(), { CardHolderName: '3DS CHALLENGE' });
    expect(answer.RedirectionUrl).toMatch(/^https:\/\/sandbox\.example\/3ds\//);
    await service.close();
  });
});
