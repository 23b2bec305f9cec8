/** Weeks of a merchant whose figures can be recomputed: generated operations, and what the service answers about them. */
import { expect } from 'vitest';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import { openStore } from '../../src/sandbox/node/open-store.js';
import { databaseForTest } from './database-for-test.js';
import { OfficeCaller, SEED } from './office-caller.js';
import type { Json } from './rest-caller.js';
import { stoppedClock } from './service-under-test.js';

const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** Decimals of each currency. */
export const CURRENCIES: Readonly<Record<string, number>> = { AUD: 2, JPY: 0, KWD: 3 };

/** A transaction of REST's search, with the instant of its call. */
export interface Made {
  readonly at: number;
  readonly raw: Json;
}

/** The clock on the wall of the service, `YYYY-MM-DD HH:MM`. */
const WALL = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Australia/Sydney',
  dateStyle: 'short',
  timeStyle: 'short',
});
const walls = new Map<number, string>();
function wallAt(instant: number): string {
  const minute = Math.floor(instant / MINUTE);
  const known = walls.get(minute) ?? WALL.format(instant);
  walls.set(minute, known);
  return known;
}
export const dateAt = (instant: number): string => wallAt(instant).slice(0, 10);
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** The first half hour in which the clock on the wall shows this time of the date, or a later one. */
const ends = new Map<string, number>();
export function endOf(date: string, closes: string): number {
  const key = `${date} ${closes}`;
  let instant = ends.get(key) ?? Date.parse(`${date}T00:00Z`) - DAY;
  while (wallAt(instant) < key) instant += 30 * MINUTE;
  ends.set(key, instant);
  return instant;
}

export function settlementDayOf(instant: number, closes: string): string {
  let date = addDays(dateAt(instant), -1);
  while (instant >= endOf(date, closes)) date = addDays(date, 1);
  return date.replaceAll('-', '');
}

/** Numbers from 0 to 1, always the same. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The token of an account pays as a card does. */
const ACCOUNT = {
  AcceptBADirectDebitTC: true,
  BankAccountDetails: { AccountName: 'Jane', AccountNumber: '12345678', BSBNumber: '063000' },
};
const FOLLOW_UPS = ['refund', 'refund', 'capture', 'reversal'] as const;
type FollowUp = (typeof FOLLOW_UPS)[number];
const ACTIONS = ['payment', 'payment', 'payment', 'preauth', 'unmatched_refund', 'verify_only'] as const;
/** Each kind of money, so that no figure is right by chance. */
const FIRST: readonly (readonly [action: string, then?: FollowUp])[] = [
  ['payment', 'refund'],
  ['payment', 'reversal'],
  ['preauth', 'capture'],
  ['preauth', 'reversal'],
  ['unmatched_refund', 'reversal'],
  ['verify_only'],
];
export const isApproved = ({ raw }: Made): boolean => raw.ResponseCode === '0';

/** A merchant's weeks before a weekend, dense around the change of the clock. */
export class Weeks {
  readonly closes: string;
  readonly office: OfficeCaller;
  readonly #random: () => number;
  readonly #cards = ['5123456789012346', '4987654321098769', '345678901234564'];
  readonly #times = new Map<string, number>();
  made: readonly Made[] = [];

  private constructor(office: OfficeCaller, closes: string, seed: number) {
    this.office = office;
    this.closes = closes;
    this.#random = createRandom(seed);
  }

  /** @param isHuge with amounts whose sums exceed the safe integers */
  static async live(closes: string, change: number, isHuge = false): Promise<Weeks> {
    const seed = { ...SEED, currencies: Object.keys(CURRENCIES), settings: { settlementCloses: closes } };
    const store = await openStore({ database: databaseForTest(), seed: [seed] });
    const sandbox = createSandbox({ store, clock: stoppedClock(change - 70 * DAY) });
    const weeks = new Weeks(
      new OfficeCaller(sandbox),
      closes,
      change / HOUR + closes.length + Number(closes.slice(0, 2)),
    );
    await weeks.office.signIn();
    for (const [action, then] of FIRST) {
      const number = await weeks.#pay(isHuge, action, 0);
      await sandbox.control.advanceClock((11 * DAY) / 1_000);
      if (then) await weeks.#followUp(number, [then]);
    }
    const { DVTokenResp } = await weeks.#rest('/dvtokens/', { DVTokenReq: ACCOUNT });
    weeks.#cards.push(DVTokenResp.DVToken);
    // From a day and a half before the change until the same time after it, the hours of the change more often.
    await sandbox.control.advanceClock((change - 1.5 * DAY - sandbox.control.now()) / 1_000);
    while (sandbox.control.now() < change + 1.5 * DAY) {
      await weeks.#act(isHuge);
      const isNear = Math.abs(sandbox.control.now() - change) < 2 * HOUR;
      await sandbox.control.advanceClock(Math.round(weeks.#random() * (isNear ? 900 : 7_000)));
    }
    await weeks.#readAll();
    return weeks;
  }

  get now(): number {
    return this.office.sandbox.control.now();
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T;
  }

  #rest(path: string, body?: object): Promise<Json> {
    return this.office.rest('demo-api', 'Demo-Password-1', path, body);
  }

  async #act(isHuge: boolean): Promise<void> {
    const latest = [...this.#times.keys()].slice(-12);
    // The last two digits of an amount are the bank's answer: most are approved.
    if (this.#random() < 0.5) await this.#followUp(this.#pick(latest));
    else await this.#pay(isHuge, this.#pick(ACTIONS), this.#pick([0, 0, 0, 8, 51, 5]));
  }

  async #pay(isHuge: boolean, Action: string, ending: number): Promise<string> {
    const whole = isHuge ? 90_071_992_547_400 + Math.floor(this.#random() * 9) : Math.floor(this.#random() * 900) + 1;
    const number = await this.office.pay({
      Action,
      Amount: Action === 'verify_only' ? 0 : whole * 100 + ending,
      Currency: this.#pick(Object.keys(CURRENCIES)),
      CardDetails: {
        CardNumber: this.#pick(this.#cards),
        ExpiryDate: '0530',
        CardHolderName: 'Jane Citizen',
      },
    });
    this.#times.set(number, this.now);
    return number;
  }

  /** A refund, capture or reversal by the office or by REST. Some are refused. */
  async #followUp(number: string, actions: readonly FollowUp[] = FOLLOW_UPS): Promise<void> {
    const { TxnResp: original } = await this.#rest(`/txns/${number}`);
    const action = this.#pick(actions);
    const part = this.#pick([1, 1, 2]);
    const amount = action === 'reversal' ? original.Amount : Math.ceil(original.Amount / part / 100) * 100 || 100;
    const TxnReq = { Action: action, Amount: amount, OriginalTxnNumber: number, TestMode: true };
    const made =
      this.#random() < 0.5
        ? (await this.office.call(`POST /transactions/:txnNumber/${action}`, { amount }, [number])).body.txnNumber
        : (await this.#rest('/txns/', { TxnReq })).TxnResp?.TxnNumber;
    // A refused call, such as the refund of a card check, made no transaction.
    if (made) this.#times.set(made, this.now);
  }

  async #readAll(): Promise<void> {
    const { TxnRespList } = await this.#rest('/txns/search', { SearchInput: {} });
    this.made = TxnRespList.map((raw: Json) => ({ raw, at: this.#times.get(raw.TxnNumber) }));
    expect(this.made.length).toBe(this.#times.size);
  }

  find(number: string): Made | undefined {
    return this.made.find(({ raw }) => raw.TxnNumber === number);
  }

  /** The money that a transaction moved: from the payer, or with a minus to the payer. */
  movedBy(each: Made): bigint {
    const { Action, Amount, OriginalTxnNumber } = each.raw;
    if (!isApproved(each)) return 0n;
    switch (Action) {
      case 'payment':
      case 'capture':
        return BigInt(Amount);
      case 'refund':
      case 'unmatched_refund':
        return -BigInt(Amount);
      case 'reversal': {
        const undone = this.find(OriginalTxnNumber);
        return undone ? -this.movedBy(undone) : 0n;
      }
      default:
        return 0n;
    }
  }

  /** The action that a reversal undid. */
  undoneBy({ raw }: Made): string | undefined {
    return raw.Action === 'reversal' ? this.find(raw.OriginalTxnNumber)?.raw.Action : undefined;
  }
}
