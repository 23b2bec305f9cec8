import type { Seen } from './look.js';

/** An element by a selector that finds it also in shadow roots, and optionally by the part around it. */
export interface Place {
  readonly selector: string;
  readonly within?: { readonly selector: string; readonly text: string };
}

/** Answers of a shopper to the sandbox's 3-D Secure page. */
export type ChallengeAnswer = 'approve' | 'fail';

/** Drives a page: by events of the DOM, or by a browser's driver. The actions are written on top of it. */
export interface Driver {
  /** Whether the place is there and shown. */
  has(place: Place): Promise<boolean>;
  /** Replaces the text of a field, key by key. */
  type(place: Place, text: string): Promise<void>;
  setChecked(place: Place, isChecked: boolean): Promise<void>;
  /** Resolves with true if the button is in a frame, whose page tells the shop's page about it later. */
  press(place: Place): Promise<boolean>;
  answerChallenge(answer: ChallengeAnswer): Promise<void>;
  /** Undefined while a page is being left. */
  look(): Promise<Seen | undefined>;
  /** Explains why a place may be out of reach. */
  hint?(seen: Seen): string;
}
