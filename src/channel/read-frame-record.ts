/**
 * Validates the frame's notices and answers in the page. A value that does not match the contract becomes `undefined`; the
 * callers decide what that means.
 */
import { BRAND_IDS } from '../core/card/brand.js';
import type { CardFieldState } from '../core/card/field-state.js';
import { isGuid } from '../core/guid.js';
import { membersOf } from '../core/members-of.js';
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

/** Limit of an address; src/checkout checks the address of a challenge before it opens it. */
const URL_LENGTH = 4096;

/** Reads a notice; `undefined` for an invalid one. */
export function readNotice(value: unknown): FrameNotice | undefined {
  const { fields, brand, height, focused, asks, act } = membersOf(value);
  const states: Partial<Record<FrameField, CardFieldState>> = {};
  for (const field of FRAME_FIELDS) {
    const state = membersOf(fields)[field];
    if (state === undefined) continue;
    const { status, reason } = membersOf(state);
    const needsReason = status === 'incomplete' || status === 'invalid';
    if (!isOneOf(FIELD_STATUSES, status) || (needsReason && !isOneOf(FIELD_REASONS, reason))) return undefined;
    states[field] = (needsReason ? { status, reason } : { status }) as CardFieldState;
  }
  const fits =
    (brand === null || isOneOf(BRAND_IDS, brand)) &&
    (focused === null || isOneOf(FRAME_FIELDS, focused)) &&
    (act === null || isOneOf(FRAME_ACTS, act)) &&
    isWhole(height, HIGHEST_FRAME);
  return fits ? { fields: states, brand, height, focused, asks: asks === true, act } : undefined;
}

/** Reads the outcome of `submit`. An invalid answer is `lost`. */
export function readOutcome(value: unknown): SubmitOutcome {
  const { kind, resultKey, redirectionUrl, field, apiCode } = membersOf(value);
  if (kind === 'finished' && isGuid(resultKey)) return { kind, resultKey };
  if (kind === 'challenge' && typeof redirectionUrl === 'string' && redirectionUrl.length <= URL_LENGTH) {
    return { kind, redirectionUrl };
  }
  if (!isWhole(apiCode, 999)) return { kind: 'lost' };
  if (kind === 'field_error' && isOneOf(FRAME_FIELDS, field)) return { kind, field, apiCode };
  return kind === 'refused' ? { kind, apiCode } : { kind: 'lost', apiCode };
}

function isOneOf<Word extends string>(words: readonly Word[], value: unknown): value is Word {
  return words.includes(value as Word);
}

function isWhole(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
}
