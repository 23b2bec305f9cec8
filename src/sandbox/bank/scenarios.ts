/**
 * Every way to choose an outcome, in one table. The code looks up its rules here, and the table of the documentation is
 * generated from it. docs/wire/rest.md section 10.
 *
 * The holder names do not collide with any rule of the service's test mode, and they also apply in live mode. Their
 * effects on 3-D Secure and fraud screening are a sandbox choice: no public source describes the service's own test
 * mode.
 */
import { TEST_CVNS, TEST_HOLDERS } from '../../core/card/test-values.js';
import type { CvnResultCode } from '../../wire/codes.js';
import type { ReDResponse } from '../../wire/rest/fraud-screening.js';
import type { ThreeDSResponse } from '../../wire/rest/txn-resp.js';
import { writeSetting, type SandboxSettings } from '../settings.js';

/** The 3-D Secure response without the numbers that differ each time. */
export type Authentication = Required<Omit<ThreeDSResponse, 'VerifyToken' | 'XID'>>;

/** An outcome of 3-D Secure. */
export interface ThreeDSPath {
  /** Value of TxnResp.ThreeDSResponse. */
  readonly response: Authentication;
  /** Response code of a transaction that stops here, without a request to the bank. Absent: the bank is asked. */
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

/** Every outcome of 3-D Secure. */
export const THREE_DS_PATHS = {
  passed: { response: AUTHENTICATED },
  failed: { response: { ...NOT_AUTHENTICATED, VerifyStatus: 'F' }, refusal: 'F' },
  timed_out: { response: { ...NOT_AUTHENTICATED, Status: 'U', VerifyStatus: 'T' }, refusal: 'PT_V11' },
  unavailable: {
    response: { ...NOT_AUTHENTICATED, Enrolled: 'U', Status: 'U', VerifyStatus: 'D' },
    refusal: 'PT_V12',
  },
  attempted: { response: { ...NOT_AUTHENTICATED, Status: 'A', VerifyStatus: 'M' } },
  not_enrolled: { response: { ...NOT_AUTHENTICATED, Enrolled: 'N', Status: 'U', VerifyStatus: 'E' } },
} as const satisfies Readonly<Record<string, ThreeDSPath>>;

/** Name of an outcome of 3-D Secure. */
export type ThreeDSPathName = keyof typeof THREE_DS_PATHS;

/** Result of a fraud screening. */
export interface ScreeningVerdict {
  /** The response of the screening service without the numbers that differ each time. */
  readonly response: Required<Omit<ReDResponse, 'REQ_ID' | 'ORD_ID' | 'FRAUD_REC_ID'>>;
  /** Response code of a transaction that stops here, without a request to the bank. */
  readonly refusal?: 'PT_V18';
}

/** Every result of a screening. */
export const SCREENING_VERDICTS = {
  accept: {
    response: { STAT_CD: 'PENDING', FRAUD_STAT_CD: 'ACCEPT', FRAUD_RSP_CD: '0100', FRAUD_NEURAL: '012', FRAUD_RCF: '' },
  },
  review: {
    response: {
      STAT_CD: 'PENDING',
      FRAUD_STAT_CD: 'CHALLENGE',
      FRAUD_RSP_CD: '0300',
      FRAUD_NEURAL: '640',
      FRAUD_RCF: '0100',
    },
  },
  reject: {
    response: {
      STAT_CD: 'PENDING',
      FRAUD_STAT_CD: 'DENY',
      FRAUD_RSP_CD: '0200',
      FRAUD_NEURAL: '970',
      FRAUD_RCF: '0200',
    },
    refusal: 'PT_V18',
  },
} as const satisfies Readonly<Record<string, ScreeningVerdict>>;

/** Name of a screening result. */
export type ScreeningVerdictName = keyof typeof SCREENING_VERDICTS;

/** CVN results in test mode. Any other CVN matches. */
export const CVN_SCENARIOS: readonly { readonly cvn: string; readonly result: CvnResultCode; readonly then: string }[] =
  [
    { cvn: TEST_CVNS.wrong, result: 'N', then: 'CVN does not match: declined, bank code 05, whatever the amount' },
    { cvn: TEST_CVNS.notProcessed, result: 'P', then: 'CVN result P (not processed)' },
    { cvn: TEST_CVNS.notRegistered, result: 'U', then: 'CVN result U (not registered)' },
  ];

/** The amount that test mode answers with a delay, in the lowest denomination. */
export const LATE_AMOUNT = { amount: 11_199, bankCode: '68' } as const;

/** One-time code of the simulated bank's challenge page. */
export const CHALLENGE_CODE = '123456';

/** Expiry month of a test rule: the year is then the bank code. */
export const TEST_MONTH = '99';

/** The effect of a card holder's name. Members that are absent change nothing. */
export interface NameScenario {
  /** As typed, in capitals. */
  readonly holderName: string;
  /** Description for the documentation. */
  readonly then: string;
  /** Transaction response code that replaces the bank's answer. */
  readonly platformCode?: string;
  /** Bank code that replaces the one of the rules. */
  readonly bankCode?: string;
  readonly delaySeconds?: (settings: SandboxSettings) => number;
  /** 3-D Secure in a browser payment: `challenge` shows the shopper a page, the other values decide without one. */
  readonly threeDS?: 'challenge' | ThreeDSPathName;
  readonly screening?: ScreeningVerdictName;
  /** Webhook delivery of this payment or token, where it differs from the default. */
  readonly webhook?: { readonly copies?: number; readonly delaySeconds?: number; readonly beforeAnswer?: boolean };
}

/** The holder names, for the code and the documentation. */
export const NAME_SCENARIOS: readonly NameScenario[] = [
  {
    holderName: TEST_HOLDERS.bankDown,
    then: 'response 6: the bank cannot be reached; no bank code',
    platformCode: '6',
  },
  {
    holderName: TEST_HOLDERS.slow,
    then: `the answer is delayed by ${writeSetting('slowSeconds')}`,
    delaySeconds: (settings) => settings.slowSeconds,
  },
  { holderName: TEST_HOLDERS.declined, then: 'declined, bank code 05', bankCode: '05' },
  { holderName: TEST_HOLDERS.noFunds, then: 'declined, bank code 51', bankCode: '51' },
  { holderName: TEST_HOLDERS.cardExpired, then: 'declined, bank code 54', bankCode: '54' },
  { holderName: TEST_HOLDERS.issuerUnavailable, then: 'declined, bank code 91', bankCode: '91' },
  {
    holderName: TEST_HOLDERS.challenge,
    then: `browser: API code 300 and a page where you approve or fail; its one-time code is ${CHALLENGE_CODE} or empty, any other code is refused; P until then, F after a failure, PT_V11 after ${writeSetting('challengeMinutes')}`,
    threeDS: 'challenge',
  },
  {
    holderName: TEST_HOLDERS.frictionless,
    then: 'browser: authenticated without a challenge page, Eci 05',
    threeDS: 'passed',
  },
  {
    holderName: TEST_HOLDERS.authenticationFailed,
    then: 'browser: response F, authentication failed; the bank is not asked',
    threeDS: 'failed',
  },
  {
    holderName: TEST_HOLDERS.authenticationUnavailable,
    then: 'browser: response PT_V12, the authentication could not be done; the bank is not asked',
    threeDS: 'unavailable',
  },
  {
    holderName: TEST_HOLDERS.authenticationAttempted,
    then: 'browser: attempted only (Status A, Eci 06); the bank is asked',
    threeDS: 'attempted',
  },
  {
    holderName: TEST_HOLDERS.notEnrolled,
    then: 'browser: the card is not enrolled (Enrolled N, Eci 06); the bank is asked',
    threeDS: 'not_enrolled',
  },
  {
    holderName: TEST_HOLDERS.fraudReview,
    then: 'when screening is requested: FRAUD_STAT_CD CHALLENGE; the bank is asked',
    screening: 'review',
  },
  {
    holderName: TEST_HOLDERS.fraudRejected,
    then: 'when screening is requested: response PT_V18, TxnRejected true, FRAUD_STAT_CD DENY; the bank is not asked',
    screening: 'reject',
  },
  {
    holderName: TEST_HOLDERS.fraudRule,
    then: 'response PT_V18 by a rule of the merchant, with or without screening; the bank is not asked',
    platformCode: 'PT_V18',
  },
  { holderName: 'WEBHOOK TWICE', then: 'the webhook is sent twice', webhook: { copies: 2 } },
  { holderName: 'WEBHOOK LATE', then: 'the webhook is delayed by 60 seconds', webhook: { delaySeconds: 60 } },
  {
    holderName: 'WEBHOOK FIRST',
    then: 'the webhook is sent before the answer to the browser',
    webhook: { beforeAnswer: true },
  },
  { holderName: 'WEBHOOK NEVER', then: 'the webhook is not sent', webhook: { copies: 0 } },
];

const BY_NAME = new Map(NAME_SCENARIOS.map((scenario) => [scenario.holderName, scenario]));

/** The scenario of a card holder's name, in any case. */
export function findNameScenario(holderName: string | null): NameScenario | undefined {
  return BY_NAME.get((holderName ?? '').trim().toUpperCase());
}

/**
 * Every way to choose an outcome, for the documentation. The rules of test mode are in `simulated-bank.ts`.
 * @public
 */
export const SCENARIOS: readonly { readonly when: string; readonly then: string }[] = [
  { when: 'TestMode, amount ends in two digits', then: 'they are the bank code: 12000 approves, 10005 gives 05' },
  {
    when: `TestMode, amount ${LATE_AMOUNT.amount}`,
    then: `the answer is delayed by about ${writeSetting('timeoutSeconds')}: response 3, bank code ${LATE_AMOUNT.bankCode}`,
  },
  {
    when: `expiry month ${TEST_MONTH}`,
    then: 'the year is the bank code, in test mode or not: 9900 approves, 9951 gives 51',
  },
  ...CVN_SCENARIOS.map(({ cvn, then }) => ({ when: `TestMode, CVN ${cvn}`, then })),
  { when: 'TestMode, another card number', then: 'declined, bank code 14; no part of the number is stored' },
  { when: 'live mode, another card number', then: 'field error 112' },
  { when: 'expiry in the past', then: 'declined, bank code 54; in a browser field error 114' },
  ...NAME_SCENARIOS.map(({ holderName, then }) => ({ when: `card holder ${holderName}`, then })),
];
