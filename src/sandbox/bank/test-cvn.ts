/** What test mode makes of a CVN. wire/rest.md section 10. */
import type { CvnResultCode } from '../../wire/codes.js';

/** A CVN that matches: any but the three below. */
const MATCHING = '123';

const SPECIAL: readonly (readonly [cvn: string, result: CvnResultCode])[] = [
  ['987', 'N'],
  ['876', 'P'],
  ['765', 'U'],
];

const RESULTS: ReadonlyMap<string, CvnResultCode> = new Map(SPECIAL);
const CVNS: ReadonlyMap<CvnResultCode, string> = new Map(SPECIAL.map(([cvn, result]) => [result, cvn]));

/** The result of a CVN in test mode; `S` of none. */
export function cvnResultInTest(cvn: string | null): CvnResultCode {
  return cvn === null ? 'S' : (RESULTS.get(cvn) ?? 'M');
}

/** A CVN with this result: what stands in for one of which only the result was kept. Null when none was typed. */
export function cvnWithResult(result: CvnResultCode): string | null {
  return result === 'S' ? null : (CVNS.get(result) ?? MATCHING);
}
