/** CVN results in test mode. docs/wire/rest.md section 10. */
import type { CvnResultCode } from '../../wire/codes.js';
import { CVN_SCENARIOS } from './scenarios.js';

/** A CVN that matches: any except the three below. */
const MATCHING = '123';

const RESULTS: ReadonlyMap<string, CvnResultCode> = new Map(CVN_SCENARIOS.map(({ cvn, result }) => [cvn, result]));
const CVNS: ReadonlyMap<CvnResultCode, string> = new Map(CVN_SCENARIOS.map(({ cvn, result }) => [result, cvn]));

/** The result of a CVN in test mode; `S` when there is none. */
export function cvnResultInTest(cvn: string | null): CvnResultCode {
  return cvn === null ? 'S' : (RESULTS.get(cvn) ?? 'M');
}

/** Returns a CVN with the given result, for a stored result whose CVN is gone. Null when no CVN was typed. */
export function cvnWithResult(result: CvnResultCode): string | null {
  return result === 'S' ? null : (CVNS.get(result) ?? MATCHING);
}
