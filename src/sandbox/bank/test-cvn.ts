/** What test mode makes of a CVN. wire/rest.md section 10. */
import type { CvnResultCode } from '../../wire/codes.js';
import { CVN_SCENARIOS } from './scenarios.js';

/** A CVN that matches: any but the three below. */
const MATCHING = '123';

const RESULTS: ReadonlyMap<string, CvnResultCode> = new Map(CVN_SCENARIOS.map(({ cvn, result }) => [cvn, result]));
const CVNS: ReadonlyMap<CvnResultCode, string> = new Map(CVN_SCENARIOS.map(({ cvn, result }) => [result, cvn]));

/** The result of a CVN in test mode; `S` of none. */
export function cvnResultInTest(cvn: string | null): CvnResultCode {
  return cvn === null ? 'S' : (RESULTS.get(cvn) ?? 'M');
}

/** A CVN with this result: what stands in for one of which only the result was kept. Null when none was typed. */
export function cvnWithResult(result: CvnResultCode): string | null {
  return result === 'S' ? null : (CVNS.get(result) ?? MATCHING);
}
