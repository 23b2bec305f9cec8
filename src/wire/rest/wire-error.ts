/** What is wrong with a member of a wire object. */
export type WireRule =
  /** The text is no JSON. */
  | 'json'
  /** A member that must be there is absent or null. */
  | 'required'
  /** The JSON type is another one. */
  | 'type'
  /** A number with a fraction, or too large to be exact. */
  | 'integer'
  /** A text longer or shorter than the wire allows. */
  | 'length'
  /** More items than a reader takes. */
  | 'count'
  /** The text has not the form it must have (a header, a date-time). */
  | 'format';

/** One wrong member: where, and which rule. Never the value, which could be a card number. */
export interface WireProblem {
  /** Canonical member names and array positions from the outside in; empty for the whole. Never a sender's words. */
  readonly path: readonly (string | number)[];
  readonly rule: WireRule;
  /** What the wire wants there, to be read after "must be": `text of at most 50 characters`. */
  readonly expected: string;
}

/** How many problems one error lists. A hostile body can hold hundreds of thousands. */
export const MAX_PROBLEMS = 20;

function describe({ path, expected }: WireProblem): string {
  return `${path.length === 0 ? 'the message' : path.join('.')} must be ${expected}`;
}

/**
 * An outside value is not what the wire says. It names every wrong member (the first {@link MAX_PROBLEMS}) and carries
 * no value and no cause, because `JSON.parse` and validators quote what they read, and that may be a card number.
 */
export class WireError extends Error {
  override readonly name = 'WireError';
  /** At least one. */
  readonly problems: readonly WireProblem[];

  constructor(problems: readonly WireProblem[]) {
    const listed = problems.slice(0, MAX_PROBLEMS);
    super(listed.map(describe).join('; '));
    this.problems = listed;
  }
}
