/**
 * Every way in which a tester chooses an outcome, in one table: the code looks its rules up here, and the table of the
 * documentation is made from it. wire/rest.md section 10.
 *
 * Outcomes by the card holder's name collide with no rule of the service's test mode, and apply in live mode too. What
 * they make of 3-D Secure and of fraud screening is a sandbox choice: nothing public says what the service's own test
 * mode does.
 */
import type { CvnResultCode } from '../../wire/codes.js';
import type { ReDResponse } from '../../wire/rest/fraud-screening.js';
import type { ThreeDSResponse } from '../../wire/rest/txn-resp.js';
import type { SandboxSettings } from '../settings.js';

/** What 3-D Secure says, without the numbers that differ from one to the next. */
export type Authentication = Required<Omit<ThreeDSResponse, 'VerifyToken' | 'XID'>>;

/** A way through 3-D Secure. */
export interface ThreeDSPath {
  /** What TxnResp.ThreeDSResponse says. */
  readonly says: Authentication;
  /** The bank is not asked: the transaction gets this response code. Absent: the bank is asked. */
  readonly refusal?: 'F' | 'PT_V11' | 'PT_V12';
}

const AUTHENTICATED: Authentication = {
  Eci: '05',
  Enrolled: 'Y',
  Status: 'Y',
  VerifySecurityLevel: '05',
  VerifyStatus: 'Y',
  VerifyType: '3DS',
};
const NOT_AUTHENTICATED: Authentication = { ...AUTHENTICATED, Eci: '06', Status: 'N', VerifySecurityLevel: '06' };

/** Every way through 3-D Secure. */
export const THREE_DS_PATHS = {
  passed: { says: AUTHENTICATED },
  failed: { says: { ...NOT_AUTHENTICATED, VerifyStatus: 'F' }, refusal: 'F' },
  timed_out: { says: { ...NOT_AUTHENTICATED, Status: 'U', VerifyStatus: 'T' }, refusal: 'PT_V11' },
  unavailable: {
    says: { ...NOT_AUTHENTICATED, Enrolled: 'U', Status: 'U', VerifyStatus: 'D' },
    refusal: 'PT_V12',
  },
  attempted: { says: { ...NOT_AUTHENTICATED, Status: 'A', VerifyStatus: 'M' } },
  not_enrolled: { says: { ...NOT_AUTHENTICATED, Enrolled: 'N', Status: 'U', VerifyStatus: 'E' } },
} as const satisfies Readonly<Record<string, ThreeDSPath>>;

/** The name of a way through 3-D Secure. */
export type ThreeDSPathName = keyof typeof THREE_DS_PATHS;

/** What a screening found. */
export interface ScreeningVerdict {
  /** The screening service's own words, without the numbers that differ from one to the next. */
  readonly says: Required<Omit<ReDResponse, 'REQ_ID' | 'ORD_ID' | 'FRAUD_REC_ID'>>;
  /** The bank is not asked: the transaction gets this response code. */
  readonly refusal?: 'PT_V18';
}

/** Every verdict of a screening. */
export const SCREENING_VERDICTS = {
  accept: {
    says: { STAT_CD: 'PENDING', FRAUD_STAT_CD: 'ACCEPT', FRAUD_RSP_CD: '0100', FRAUD_NEURAL: '012', FRAUD_RCF: '' },
  },
  review: {
    says: {
      STAT_CD: 'PENDING',
      FRAUD_STAT_CD: 'CHALLENGE',
      FRAUD_RSP_CD: '0300',
      FRAUD_NEURAL: '640',
      FRAUD_RCF: '0100',
    },
  },
  reject: {
    says: { STAT_CD: 'PENDING', FRAUD_STAT_CD: 'DENY', FRAUD_RSP_CD: '0200', FRAUD_NEURAL: '970', FRAUD_RCF: '0200' },
    refusal: 'PT_V18',
  },
} as const satisfies Readonly<Record<string, ScreeningVerdict>>;

/** The name of a verdict. */
export type ScreeningVerdictName = keyof typeof SCREENING_VERDICTS;

/** What test mode makes of a CVN; any other matches. */
export const CVN_SCENARIOS: readonly { readonly cvn: string; readonly result: CvnResultCode; readonly then: string }[] =
  [
    { cvn: '987', result: 'N', then: 'CVN does not match: declined, bank code 05, whatever the amount' },
    { cvn: '876', result: 'P', then: 'CVN result P (not processed)' },
    { cvn: '765', result: 'U', then: 'CVN result U (not registered)' },
  ];

/** The amount that test mode answers late, in the lowest denomination. */
export const LATE_AMOUNT = { amount: 11_199, bankCode: '68' } as const;

/** What the pretend bank has sent to every phone: the one-time code of its challenge page. */
export const CHALLENGE_CODE = '123456';

/** The expiry month whose year is the wanted bank code. */
export const TEST_MONTH = '99';

/** What a name does to the outcome. What is absent stays as the other rules have it. */
export interface NameScenario {
  /** As typed, in capitals. */
  readonly holderName: string;
  /** For people. */
  readonly then: string;
  /** Transaction response code in place of a bank's answer. */
  readonly platformCode?: string;
  /** Bank code in place of the rules'. */
  readonly bankCode?: string;
  readonly delaySeconds?: (settings: SandboxSettings) => number;
  /** In a browser payment: `challenge` shows the shopper a page that decides, the others decide at once. */
  readonly threeDS?: 'challenge' | ThreeDSPathName;
  readonly screening?: ScreeningVerdictName;
  /** How the webhook of this payment or token is sent, where it is not as usual. */
  readonly webhook?: { readonly copies?: number; readonly delaySeconds?: number; readonly beforeAnswer?: boolean };
}

/** The names, for code and for the documentation. */
export const NAME_SCENARIOS: readonly NameScenario[] = [
  { holderName: 'BANK DOWN', then: 'response 6: the bank cannot be reached; no bank code', platformCode: '6' },
  { holderName: 'SLOW', then: 'the answer comes 8 seconds late', delaySeconds: (settings) => settings.slowSeconds },
  { holderName: 'DO NOT HONOR', then: 'declined, bank code 05', bankCode: '05' },
  { holderName: 'NO FUNDS', then: 'declined, bank code 51', bankCode: '51' },
  {
    holderName: '3DS CHALLENGE',
    then: `browser: API code 300 and a page where you approve or fail; its one-time code is ${CHALLENGE_CODE} or left empty, any other is refused; P until then, F after a failure, PT_V11 after 10 minutes`,
    threeDS: 'challenge',
  },
  { holderName: '3DS FRICTIONLESS', then: 'browser: authenticated without a page, Eci 05', threeDS: 'passed' },
  { holderName: '3DS FAIL', then: 'browser: response F, authentication failed; no bank is asked', threeDS: 'failed' },
  {
    holderName: '3DS UNAVAILABLE',
    then: 'browser: response PT_V12, the authentication could not be done; no bank is asked',
    threeDS: 'unavailable',
  },
  {
    holderName: '3DS ATTEMPTED',
    then: 'browser: attempted only (Status A, Eci 06); the bank is asked',
    threeDS: 'attempted',
  },
  {
    holderName: '3DS NOT ENROLLED',
    then: 'browser: the card takes no part (Enrolled N, Eci 06); the bank is asked',
    threeDS: 'not_enrolled',
  },
  {
    holderName: 'FRAUD REVIEW',
    then: 'where screening is asked for: FRAUD_STAT_CD CHALLENGE; the bank is asked',
    screening: 'review',
  },
  {
    holderName: 'FRAUD REJECT',
    then: 'response PT_V18, TxnRejected true, asked for or not; no bank is asked',
    screening: 'reject',
  },
  { holderName: 'WEBHOOK TWICE', then: 'the webhook comes twice', webhook: { copies: 2 } },
  { holderName: 'WEBHOOK LATE', then: 'the webhook comes 60 seconds late', webhook: { delaySeconds: 60 } },
  {
    holderName: 'WEBHOOK FIRST',
    then: 'the webhook comes before the browser has its answer',
    webhook: { beforeAnswer: true },
  },
  { holderName: 'WEBHOOK NEVER', then: 'the webhook does not come', webhook: { copies: 0 } },
];

const BY_NAME = new Map(NAME_SCENARIOS.map((scenario) => [scenario.holderName, scenario]));

/** The scenario of a card holder's name, in any case. */
export function findNameScenario(holderName: string | null): NameScenario | undefined {
  return BY_NAME.get((holderName ?? '').trim().toUpperCase());
}

/** Every way to choose an outcome, for the documentation; the rules of test mode are in simulated-bank.ts. */
export const SCENARIOS: readonly { readonly when: string; readonly then: string }[] = [
  { when: 'TestMode, amount ends in two digits', then: 'they are the bank code: 12000 approves, 10005 gives 05' },
  {
    when: `TestMode, amount ${LATE_AMOUNT.amount}`,
    then: `the answer comes about 50 seconds late: response 3, bank code ${LATE_AMOUNT.bankCode}`,
  },
  {
    when: `expiry month ${TEST_MONTH}`,
    then: 'the year is the bank code, in test mode or not: 9900 approves, 9951 gives 51',
  },
  ...CVN_SCENARIOS.map(({ cvn, then }) => ({ when: `TestMode, CVN ${cvn}`, then })),
  { when: 'TestMode, another card number', then: 'declined, bank code 14; nothing of the number is kept' },
  { when: 'live mode, another card number', then: 'field error 112' },
  { when: 'expiry in the past', then: 'declined, bank code 54; in a browser field error 114' },
  ...NAME_SCENARIOS.map(({ holderName, then }) => ({ when: `card holder ${holderName}`, then })),
];
