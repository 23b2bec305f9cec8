/** Probes of one call each, whose answer has no payload. */
import type { PlainAnswer } from '../sandbox/dialect/dialect.js';
import { describeAnswer } from './describe.js';
import type { Answer, Caller } from './facility.js';
import { learnRefusal } from './lessons.js';
import { probe, type Probe } from './probe.js';

/** One row; the operation is a number of docs/wire/rest.md section 2, or `*` for a request to no call. */
export type RefusalRow = readonly [
  id: string,
  question: string,
  operation: string,
  ask: (call: Caller) => Promise<Answer>,
];

/** @param transactions most of them that a row makes */
export function refusalProbes(rows: readonly RefusalRow[], about: string, transactions = 0): readonly Probe[] {
  return rows.map(([id, question, operation, ask]) =>
    probe<PlainAnswer>({
      id,
      question: `What is the answer to ${question}?`,
      about,
      makes: { transactions },
      ask: async (call) => describeAnswer(await ask(call)),
      learn: learnRefusal(operation),
    }),
  );
}
