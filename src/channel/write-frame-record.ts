/**
 * Makes what the frame sends: copies the members of the contract by name, and nothing else that an object may have on
 * it, so that no slip in the frame's code can send what was typed (invariant 1).
 */
import type { CardFieldState } from '../core/card/field-state.js';
import {
  BRAND_IDS,
  FIELD_REASONS,
  FIELD_STATUSES,
  FRAME_ACTS,
  FRAME_FIELDS,
  type FrameField,
  type FrameNotice,
  HIGHEST_FRAME,
  type SubmitOutcome,
} from './contract.js';

/** A notice of the contract's members only. @throws TypeError for a word that is not the contract's */
export function writeNotice({ fields, brand, height, focused, act }: FrameNotice): FrameNotice {
  const states: Partial<Record<FrameField, CardFieldState>> = {};
  for (const field of FRAME_FIELDS) if (fields[field]) states[field] = writeState(fields[field]);
  return {
    fields: states,
    brand: brand && pick(BRAND_IDS, brand),
    height: Math.min(HIGHEST_FRAME, Math.max(0, Math.ceil(height) || 0)),
    focused: focused && pick(FRAME_FIELDS, focused),
    act: act && pick(FRAME_ACTS, act),
  };
}

/** An outcome of the contract's members only. */
export function writeOutcome(outcome: SubmitOutcome): SubmitOutcome {
  const { kind, resultKey, redirectionUrl, field, apiCode } = outcome as Readonly<Partial<AllOf<SubmitOutcome>>>;
  return { kind, resultKey, redirectionUrl, field: field && pick(FRAME_FIELDS, field), apiCode } as SubmitOutcome;
}

type AllOf<Union> = {
  [Name in Union extends unknown ? keyof Union : never]: Union extends Partial<Record<Name, infer Value>>
    ? Value
    : never;
};

function writeState(state: CardFieldState): CardFieldState {
  const status = pick(FIELD_STATUSES, state.status);
  return 'reason' in state ? { status, reason: pick(FIELD_REASONS, state.reason) } : ({ status } as CardFieldState);
}

function pick<Word extends string>(words: readonly Word[], word: Word): Word {
  const found = words.find((each) => each === word);
  // Not named in the message: it may be what was typed.
  if (found === undefined) throw new TypeError('Not a word of the contract');
  return found;
}
