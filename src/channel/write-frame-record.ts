/**
 * Writes the frame's messages: copies only the members of the contract by name, so that no mistake in the frame's code can
 * send the input (invariant 1).
 */
import { BRAND_IDS } from '../core/card/brand.js';
import type { CardFieldState } from '../core/card/field-state.js';
import {
  FIELD_REASONS,
  FIELD_STATUSES,
  FRAME_ACTS,
  FRAME_FIELDS,
  type FrameField,
  type FrameNotice,
  HIGHEST_FRAME,
  type SubmitOutcome,
} from './contract.js';

/** Copies a notice. @throws TypeError for a value that is not in the contract */
export function writeNotice({ fields, brand, height, focused, asks, act }: FrameNotice): FrameNotice {
  const states: Partial<Record<FrameField, CardFieldState>> = {};
  for (const field of FRAME_FIELDS) if (fields[field]) states[field] = writeState(fields[field]);
  return {
    fields: states,
    brand: brand && pick(BRAND_IDS, brand),
    height: Math.min(HIGHEST_FRAME, Math.max(0, Math.ceil(height) || 0)),
    focused: focused && pick(FRAME_FIELDS, focused),
    asks,
    act: act && pick(FRAME_ACTS, act),
  };
}

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
  // Does not quote the value, which may be the input.
  if (found === undefined) throw new TypeError('Not a value of the contract');
  return found;
}
