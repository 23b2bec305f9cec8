/** Lessons from the difference of two answers: what the sandbox changes to answer as the facility. */
import type { PlainAnswer } from '../sandbox/dialect/dialect.js';
import type { Outcome } from './describe.js';
import type { Lesson } from './probe.js';

/** An answer without a payload: its status, code and text can be replaced. */
export function learnRefusal(operation: string): (theirs: PlainAnswer, ours: PlainAnswer) => Lesson | undefined {
  return (theirs, ours) => {
    // A sandbox that answers instead of refusing, or the other way round, needs a rule, not another text.
    if (!isRefused(theirs) || !isRefused(ours)) return undefined;
    return { dialect: { answers: [{ operation, from: ours, to: theirs }] } };
  };
}

function isRefused({ status, code }: PlainAnswer): boolean {
  return status >= 400 || (code !== null && Number(code) !== 0);
}

const CALL = /^([1-9]\d*) (.+)$/;

/** The outcome of a transaction that a rule of the service refused. */
export function learnOutcome(theirs: Outcome, ours: Outcome): Lesson | undefined {
  const from = ruleOf(ours);
  if (!from) return undefined;
  const [, code, text = ''] = theirs.code === null ? (CALL.exec(theirs.api) ?? []) : [];
  const to = code === undefined ? ruleOf(theirs) : { call: { code: Number(code), text } };
  return to && { dialect: { outcomes: [{ from, to }] } };
}

function ruleOf({ code, text }: Outcome): { readonly code: string; readonly text: string } | undefined {
  return code !== null && /^PT_/.test(code) ? { code, text: text ?? '' } : undefined;
}
