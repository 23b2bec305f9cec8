/** A probe: one fact of the service that documents leave open, and the calls that show it. */
import type { SandboxSettings } from '../sandbox/settings.js';
import type { Caller } from './facility.js';

/** What a probe saw, without anything secret: codes, texts, formats, limits. */
export type FactValue =
  string | number | boolean | null | readonly FactValue[] | { readonly [name: string]: FactValue };

/** Settings by which a sandbox behaves as a facility did. */
export type Lesson = Partial<Pick<SandboxSettings, 'dialect' | 'memberSpelling' | 'authKeyMinutes' | 'searchLimit'>>;

/** A probe. */
export interface Probe<Value extends FactValue = FactValue> {
  /** Such as `search.empty`. It stays the same, because files of facts are compared by it. */
  readonly id: string;
  /** The question, in one line. */
  readonly question: string;
  /** The page and section that say what is known. */
  readonly about: string;
  /** Most transactions and tokens that it makes; all in test mode. */
  readonly makes?: { readonly transactions?: number; readonly tokens?: number };
  /** `long`: it waits up to an hour. `person`: somebody has to act. Asked for by options of the command. */
  readonly needs?: 'long' | 'person';
  /** @throws CannotAsk when the facility does not let it see the fact */
  ask(call: Caller): Promise<Value>;
  /** What the sandbox does, where a new one has nothing that shows it. */
  presume?(settings: SandboxSettings): Value;
  /** What a sandbox has to do to answer as the facility; undefined when no setting expresses it. */
  learn?(theirs: Value, ours: Value): Lesson | undefined;
}

/** Keeps the value's type between `ask` and `learn`. */
export function probe<Value extends FactValue>(row: Probe<Value>): Probe {
  return row;
}
