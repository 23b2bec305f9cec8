/** The simulated bank: it follows the rules of test mode and approves everything else. docs/wire/rest.md section 10. */
import type { CvnResultCode } from '../../wire/codes.js';
import type { SandboxSettings } from '../settings.js';
import type { Bank, BankRequest } from './bank.js';
import { LATE_AMOUNT, TEST_MONTH, findNameScenario } from './scenarios.js';
import { cvnResultInTest } from './test-cvn.js';

const APPROVED = '00';
const DO_NOT_HONOR = '05';
const INVALID_CARD_NUMBER = '14';
const EXPIRED_CARD = '54';

function cvnResultOf({ cvn, isTest }: BankRequest): CvnResultCode {
  const result = cvnResultInTest(cvn);
  return isTest || result === 'S' ? result : 'M';
}

/** The bank code and the delay of the first rule that applies. */
function codeOf(request: BankRequest, settings: SandboxSettings): { code: string; delaySeconds: number } {
  const { expiry, amount, cvn, isTest } = request;
  const atOnce = (code: string) => ({ code, delaySeconds: 0 });
  if (expiry?.month === TEST_MONTH) return atOnce(expiry.year);
  if (request.isExpired) return atOnce(EXPIRED_CARD);
  if (!isTest) return atOnce(APPROVED);
  if (cvnResultInTest(cvn) === 'N') return atOnce(DO_NOT_HONOR);
  if (amount === LATE_AMOUNT.amount) return { code: LATE_AMOUNT.bankCode, delaySeconds: settings.timeoutSeconds };
  return atOnce(String(amount % 100).padStart(2, '0'));
}

/** Decides by the rules of test mode and the holder names of `scenarios.ts`. */
export const simulatedBank: Bank = (request, settings) => {
  const cvnResult = cvnResultOf(request);
  if (!request.isKnownCard) return { verdict: { from: 'bank', code: INVALID_CARD_NUMBER }, cvnResult, delaySeconds: 0 };
  const scenario = findNameScenario(request.holderName);
  if (scenario?.platformCode !== undefined) {
    return { verdict: { from: 'platform', code: scenario.platformCode }, cvnResult, delaySeconds: 0 };
  }
  const rule = codeOf(request, settings);
  return {
    verdict: { from: 'bank', code: scenario?.bankCode ?? rule.code },
    cvnResult,
    delaySeconds: scenario?.delaySeconds?.(settings) ?? rule.delaySeconds,
  };
};
