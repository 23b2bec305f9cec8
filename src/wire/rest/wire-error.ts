/** The rule that a member of a wire object breaks. */
export type WireRule =
  /** The text is not JSON. */
  | 'json'
  /** A required member is absent or null. */
  | 'required'
  /** The JSON type is wrong. */
  | 'type'
  /** The JSON has a duplicate member. */
  | 'twice'
  /** The number has a fraction. */
  | 'integer'
  /** The integer is too large for an exact JavaScript number. */
  | 'large'
  /** The text is too long or too short. */
  | 'length'
  /** The array has too many items. */
  | 'count'
  /** The text has the wrong format (a header, a date-time). */
  | 'format';

/** A wrong member and the rule that it breaks. Never its value, which could be a card number. */
export interface WireProblem {
  /** Canonical member names and array indexes, outermost first; empty for the whole value. Never a name from outside. */
  readonly path: readonly (string | number)[];
  readonly rule: WireRule;
  /** The expected value, as the end of a sentence with "must be": `text of at most 50 characters`. */
  readonly expected: string;
}

/** The number of problems that one error lists. A hostile body can contain hundreds of thousands. */
export const MAX_PROBLEMS = 20;

function describe({ path, expected }: WireProblem): string {
  return `${path.length === 0 ? 'the message' : path.join('.')} must be ${expected}`;
}

/**
 * An outside value does not conform to the wire format. The error names the wrong members (the first {@link MAX_PROBLEMS}).
 * It has no value and no cause, because `JSON.parse` and validators quote the text, which may contain a card number.
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
