/**
 * P64: A command that moves money and is repeated with its reference moves nothing again; where a search cannot tell, it sends
 * nothing.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { spawnFlorin, waitForEnd, type CommandResult } from '../cli/florin-process.js';
import { startLossyProxy, type LossyProxy } from '../signer/lossy-proxy.js';
import { startService, type Service } from '../signer/service-on-a-port.js';

type Row = Record<string, unknown>;

let service: Service;
let line: LossyProxy;
let serial = 0;

beforeAll(async () => {
  service = await startService();
  line = await startLossyProxy(service.url);
});
afterAll(async () => {
  await line.close();
  await service.close();
});
afterEach(() => {
  line.alter = (body) => body;
});

function florin(...args: readonly string[]): Promise<CommandResult> {
  return waitForEnd(
    spawnFlorin([...args, '--json'], undefined, {
      FLORIN_BASE_URL: line.url,
      FLORIN_USERNAME: 'demo-api',
      FLORIN_PASSWORD: 'Demo-Password-1',
      FLORIN_MERCHANT_NUMBER: '5353109000000000',
    }),
  );
}

const json = ({ out }: CommandResult) => JSON.parse(out) as Row;

async function pay(...args: readonly string[]): Promise<string> {
  serial += 1;
  const paid = await florin('pay', '--card', '5123456789012346', '--amount', '5000', '--crn1', `c-${serial}`, ...args);
  return String(json(paid)['TxnNumber']);
}

/** Amounts of what was made with a reference. */
async function made(reference: string): Promise<readonly unknown[]> {
  line.alter = (body) => body;
  return (JSON.parse((await florin('txn', 'search', '--reference', reference)).out) as Row[]).map(
    (row) => row['Amount'],
  );
}

/** From now on lists of searches are answered so. */
function alterSearches(alter: (rows: readonly Row[]) => unknown): void {
  line.alter = (text, path) => {
    if (!path.endsWith('/search')) return text;
    const { TxnRespList } = JSON.parse(text) as { TxnRespList?: Row[] };
    return JSON.stringify({ APIResponse: { ResponseCode: 0 }, TxnRespList: alter(TxnRespList ?? []) });
  };
}

describe('P64: a repeated command', { timeout: 120_000 }, () => {
  it('refunds once, and says which refund it was; --again refunds again', async () => {
    const number = await pay();
    const refund = ['txn', 'refund', number, '--amount', '500', '--reference', 'r1'];
    const first = await florin(...refund);
    const second = await florin(...refund);
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(json(second)['TxnNumber']).toBe(json(first)['TxnNumber']);
    expect(second.err).toContain(`Made already: ${String(json(first)['TxnNumber'])}`);
    expect(await made('r1')).toEqual([500]);
    expect((await florin(...refund, '--again')).code).toBe(0);
    expect(await made('r1')).toEqual([500, 500]);
  });

  it('does not take another original, another action or a declined one for it', async () => {
    const number = await pay('--reference', 'r2');
    const other = await pay();
    expect((await florin('txn', 'refund', number, '--amount', '99999', '--reference', 'r2')).code).toBe(2);
    for (const original of [number, other]) {
      expect((await florin('txn', 'refund', original, '--amount', '500', '--reference', 'r2')).code).toBe(0);
    }
  });

  it('sends nothing for another amount', async () => {
    const number = await pay();
    await florin('txn', 'refund', number, '--amount', '500', '--reference', 'r3');
    const another = await florin('txn', 'refund', number, '--amount', '700', '--reference', 'r3');
    expect([another.code, another.out]).toEqual([1, '']);
    expect(another.err).toContain('This reference has a refund of 5.00 AUD');
    expect(await made('r3')).toEqual([500]);
  });

  it('pays, reserves, captures and reverses once', async () => {
    const [paid, again] = [await pay('--reference', 'r4'), await pay('--reference', 'r4')];
    expect(again).toBe(paid);
    const reserved = await pay('--reference', 'r5', '--preauth');
    expect(await pay('--reference', 'r5', '--preauth')).toBe(reserved);
    for (const [change, of, reference] of [
      ['capture', reserved, 'r6'],
      ['reverse', paid, 'r7'],
    ] as const) {
      const first = json(await florin('txn', change, of, '--reference', reference));
      expect(json(await florin('txn', change, of, '--reference', reference))['TxnNumber']).toBe(first['TxnNumber']);
    }
  });

  it.each<[string, (rows: readonly Row[]) => unknown, number]>([
    [
      'with 1,000 rows, which may not be all',
      (rows) => Array.from({ length: 1_000 }, () => ({ ...rows[0], Action: 'payment' })),
      5,
    ],
    ['with rows of other references', () => [{ MerchantReference: 'strange', Action: 'refund', ResponseCode: '0' }], 5],
    ['with a row without its action', (rows) => rows.map((row) => ({ ...row, Action: null })), 5],
    ['with a row without its original', (rows) => rows.map((row) => ({ ...row, OriginalTxnNumber: null })), 5],
    ['that cannot be read', () => ({}), 4],
  ])('sends nothing after a search %s', async (_what, alter, code) => {
    const number = await pay();
    const reference = `odd-${serial}`;
    const refund = ['txn', 'refund', number, '--amount', '500', '--reference', reference];
    await florin(...refund);
    alterSearches(alter);
    const repeated = await florin(...refund);
    expect([repeated.code, repeated.out]).toEqual([code, '']);
    expect(await made(reference)).toEqual([500]);
  });

  it('does not repeat a refund which the bank answered too late', async () => {
    const number = await pay();
    const reference = `late-${serial}`;
    const refund = ['txn', 'refund', number, '--amount', '500', '--reference', reference];
    const asLate = (row: Row) => ({ ...row, ResponseCode: '3', BankResponseCode: '68', ResponseText: 'Declined' });
    line.alter = (text, path) => {
      if (!path.endsWith('/txns/')) return text;
      const { APIResponse, TxnResp } = JSON.parse(text) as { APIResponse: Row; TxnResp: Row };
      return JSON.stringify({ APIResponse, TxnResp: asLate(TxnResp) });
    };
    const first = await florin(...refund);
    alterSearches((rows) => rows.map(asLate));
    const second = await florin(...refund);
    expect([first.code, second.code]).toEqual([5, 5]);
    expect(first.err).toContain('does not know the outcome yet');
    expect(await made(reference)).toEqual([500]);
  });

  it.each<[string, (row: Row) => Row]>([
    ['padded', (row) => ({ ...row, MerchantReference: `${String(row['MerchantReference'])}  ` })],
    [
      'in capitals',
      (row) => ({ ...row, MerchantReference: String(row['MerchantReference']).toUpperCase(), Action: 'Refund' }),
    ],
  ])('finds a refund whose reference comes back %s', async (_what, change) => {
    const number = await pay();
    const refund = ['txn', 'refund', number, '--amount', '500', '--reference', `same-${serial}`];
    const first = await florin(...refund);
    alterSearches((rows) => rows.map(change));
    expect(json(await florin(...refund))['TxnNumber']).toBe(json(first)['TxnNumber']);
  });

  it('finds a refund of two years ago', async () => {
    const number = await pay();
    const refund = ['txn', 'refund', number, '--amount', '500', '--reference', `old-${serial}`];
    const first = await florin(...refund);
    await service.advanceClock(2 * 365 * 86_400);
    expect(json(await florin(...refund))['TxnNumber']).toBe(json(first)['TxnNumber']);
  });
});
