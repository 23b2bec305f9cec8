/**
 * Reads what the frame sends, in the page: notices, and the answers of its methods. Anything that does not fit the
 * contract is `undefined`; the callers decide what that means.
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

type Members = Readonly<Record<string, unknown>>;

const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The page's limit for an address: the challenge is opened by src/checkout, which checks where it leads. */
const URL_LENGTH = 4096;

/** A notice, or `undefined` for what is none. */
export function readNotice(value: unknown): FrameNotice | undefined {
  const { fields, brand, height, focused, act } = membersOf(value);
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
  return fits ? { fields: states, brand, height, focused, act } : undefined;
}

/** What `submit` came to. An answer that is none of the contract's leaves everything open: `lost`. */
export function readOutcome(value: unknown): SubmitOutcome {
  const { kind, resultKey, redirectionUrl, field, apiCode } = membersOf(value);
  if (kind === 'finished' && typeof resultKey === 'string' && GUID.test(resultKey)) return { kind, resultKey };
  if (kind === 'challenge' && typeof redirectionUrl === 'string' && redirectionUrl.length <= URL_LENGTH) {
    return { kind, redirectionUrl };
  }
  if (!isWhole(apiCode, 999)) return { kind: 'lost' };
  if (kind === 'field_error' && isOneOf(FRAME_FIELDS, field)) return { kind, field, apiCode };
  return kind === 'refused' ? { kind, apiCode } : { kind: 'lost', apiCode };
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}

function isOneOf<Word extends string>(words: readonly Word[], value: unknown): value is Word {
  return words.includes(value as Word);
}

function isWhole(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
}
