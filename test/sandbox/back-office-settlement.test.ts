/** Settlement in the back office, against the service's own file. docs/guides/back-office.md. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import { OfficeCaller } from './office-caller.js';

let office: OfficeCaller;
beforeEach(async () => {
  office = await OfficeCaller.open();
  await office.signIn();
});
afterEach(() => office.sandbox.close());

it('adds up a day as its settlement file does, which exists when the day is closed', async () => {
  await office.pay({ Amount: 10_000 });
  await office.pay({ Amount: 10_051 });
  await office.pay({ Amount: 500, Currency: 'JPY' });
  const refunded = await office.pay({ Amount: 20_000 });
  await office.call('POST /transactions/:txnNumber/refund', { amount: 3_000 }, [refunded]);
  const reversed = await office.pay({ Amount: 700 });
  await office.call('POST /transactions/:txnNumber/reversal', { amount: 700 }, [reversed]);

  const { body: open } = await office.call('POST /settlement', { date: null });
  expect(open).toEqual({
    date: '20260304',
    state: 'open',
    sums: [
      { cardType: 'MC', currency: 'AUD', count: 5, gross: '30700', refunds: '-3000', reversals: '-700', net: '27000' },
      { cardType: 'MC', currency: 'JPY', count: 1, gross: '500', refunds: '0', reversals: '0', net: '500' },
    ],
  });
  expect((await office.send('GET', '/settlement/20260304/file')).status).toBe(409);
  await office.call('POST /sandbox/clock', { advanceSeconds: 86_400 });
  expect((await office.call('POST /settlement', { date: null })).body).toMatchObject({ date: '20260305', sums: [] });
  expect((await office.call('POST /settlement', { date: '20260304' })).body).toEqual({ ...open, state: 'closed' });
  const file = await office.send('GET', '/settlement/20260304/file');
  expect(file.headers.get('content-disposition')).toContain('settlement-5353109000000000-20260304.csv');
  expect(
    String(file.body)
      .split('\n')
      .filter((line) => line.startsWith('99,')),
  ).toEqual(['99,5,27000,AUD', '99,1,500,JPY']);
});

it('a settled day stays as it was when samples are added, and the first samples fill the days before', async () => {
  const sumsOf = async (date: string) => (await office.call('POST /settlement', { date })).body.sums;
  await office.pay();
  await office.call('POST /sandbox/clock', { advanceSeconds: 86_400 });
  const settled = await sumsOf('20260304');
  expect(settled).toHaveLength(1);
  const { body } = await office.call('POST /sandbox/seed', { count: 60 });
  expect(body.added).toBeGreaterThan(60);
  expect(await sumsOf('20260304')).toEqual(settled);
  const before = await sumsOf('20260301');
  expect(before.length).toBeGreaterThan(0);
  await office.call('POST /sandbox/seed', { count: 60 });
  expect(await sumsOf('20260301')).toEqual(before);
  const { date, sums } = (await office.call('POST /settlement', { date: null })).body;
  expect(date).toBe('20260305');
  expect(sums.length).toBeGreaterThan(0);
});

it('adds samples whatever the references of the facility must be', async () => {
  const { number } = DEMO_MERCHANT;
  const references = { crn1: { from: 20_417, to: 20_419, prefix: 'ORDER-' }, crn2: { isRequired: true } } as const;
  for (const settings of [{ references }, { crn1Lookup: 'listed_only' }] as const) {
    await office.sandbox.control.changeMerchant(number, { settings });
    const { status, body } = await office.call('POST /sandbox/seed', { count: 10 });
    expect([status, body.message, body.added > 10]).toEqual([200, undefined, true]);
  }
});

it('refuses what is not a day', async () => {
  for (const date of ['20260231', '2026-03-04', 20_260_304]) {
    expect((await office.call('POST /settlement', { date })).status).toBe(400);
  }
  expect((await office.send('GET', '/settlement/20260231/file')).status).toBe(404);
});
