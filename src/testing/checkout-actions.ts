import type { ChallengeAnswer, Driver, Place } from './driver.js';
import type { FieldName, Seen, ShownCard } from './look.js';
import * as places from './places.js';
import { needsName, type TypedAccount, type TypedCard } from './test-cards.js';
import { describe, waitFor } from './wait-for.js';

/** The shown end of a press of the button. */
export interface Outcome {
  /**
   * `approved`, `declined`, `failed`, `expired`, `unknown` or `saved`. `idle` and `ready`: nothing was paid; `errors` or `text`
   * say why.
   */
  readonly status: Seen['status'];
  /** The message, or the outcome of the receipt, as shown. */
  readonly text: string;
  /** Amount of the receipt, as shown; empty without a receipt. */
  readonly amount: string;
  readonly receiptNumber: string;
  readonly errors: Seen['errors'];
}

/** Options of a page object. */
export interface FlorinCheckoutOptions {
  /** Milliseconds that a step waits for its element or its state. Default: 20 seconds. */
  readonly timeout?: number;
}

/** A checkout, as a shopper uses it. Every step waits for its element, and fails with a description of the page. */
export interface FlorinCheckout {
  /** Types the given fields of a card, key by key; replaces what was typed before. */
  fillCard(card: Partial<TypedCard>): Promise<void>;
  /** Types the given fields of a bank account, and ticks the agreement. */
  fillAccount(account: Partial<TypedAccount>): Promise<void>;
  /** Ticks the box to save the card, or unticks it. */
  storeCard(isStored?: boolean): Promise<void>;
  /** The saved cards, once they are shown. */
  savedCards(): Promise<readonly ShownCard[]>;
  /** Chooses the saved card whose shown text has this part, such as the last digits. */
  chooseSavedCard(text: string): Promise<void>;
  chooseAnotherCard(): Promise<void>;
  /** Removes a saved card and confirms it. */
  removeSavedCard(text: string): Promise<void>;
  /** Presses the button. Resolves when it is pressed; `outcome()` waits for the end. */
  pay(): Promise<void>;
  /** The same as `pay`, for a checkout with `purpose`. */
  save(): Promise<void>;
  /** Answers the sandbox's 3-D Secure page. */
  answerChallenge(answer: ChallengeAnswer): Promise<void>;
  /** Closes the 3-D Secure dialog without an answer. */
  leaveChallenge(): Promise<void>;
  /** Continues a 3-D Secure step that was left. */
  continueChallenge(): Promise<void>;
  /** Waits until the button's work has ended, and reads what is shown. */
  outcome(): Promise<Outcome>;
  /** The shown errors by field, when nothing is in progress. */
  errors(): Promise<Readonly<Partial<Record<FieldName, string>>>>;
  /** Everything that is shown now. */
  look(): Promise<Seen>;
}

const TIMEOUT_MS = 20_000;
/** How long a press in a frame may take to reach the page around it. */
const REACH_MS = 3_000;
const ENDS: readonly string[] = ['approved', 'declined', 'failed', 'expired', 'unknown', 'saved'];

/** The actions of a checkout on a page. `createDriver` gets the milliseconds that a step may take. */
export function createActions(
  createDriver: (timeoutMs: number) => Driver,
  { timeout = TIMEOUT_MS }: FlorinCheckoutOptions = {},
): FlorinCheckout {
  const driver = createDriver(timeout);
  const failure = (step: string) => async () =>
    `${step} within ${timeout / 1000} s. Shown: ${describe(await driver.look())}.`;
  const seenWhen = (isRight: (seen: Seen) => boolean, step: string) =>
    waitFor(
      async () => {
        const seen = await driver.look();
        return seen && isRight(seen) ? seen : undefined;
      },
      timeout,
      failure(step),
    );
  const reach = (place: Place, name: string, otherwise = place) =>
    waitFor(
      async () => (await driver.has(place)) || (await driver.has(otherwise)) || undefined,
      timeout,
      async () => {
        const seen = await driver.look();
        return (await failure(`No ${name} was shown`)()) + ((seen && driver.hint?.(seen)) ?? '');
      },
    );
  async function press(place: Place, name: string): Promise<boolean> {
    await reach(place, name);
    return driver.press(place);
  }

  /** Presses the button that shows a place, unless it is shown. */
  async function uncover(place: Place, name: string, button: Place): Promise<void> {
    await reach(place, name, button);
    if (!(await driver.has(place))) await driver.press(button);
  }

  async function fill(wanted: readonly (readonly [name: string, place: Place, text: string | undefined])[]) {
    for (const [name, place, text] of wanted) {
      if (text === undefined) continue;
      await reach(place, `field for ${name}`);
      await driver.type(place, text);
    }
  }

  async function pay(): Promise<void> {
    const before = await driver.look();
    if (!(await press(places.PAY, 'button that can be pressed'))) return;
    const hasChanged = async () => JSON.stringify(await driver.look()) !== JSON.stringify(before) || undefined;
    // The same errors as before the press are no change.
    await waitFor(hasChanged, REACH_MS, () => '').catch(() => {});
  }

  return {
    async fillCard(card) {
      const { number, expiry, cvn, name } = card;
      await fill([
        ['number', places.CARD.number, number],
        ['expiry', places.CARD.expiry, expiry],
        ['cvn', places.CARD.cvn, cvn],
      ]);
      if (name === undefined) return;
      // `no-name` omits the field. That is no problem for a name with which the sandbox connects no outcome.
      const isOptional = number !== undefined && !needsName(card);
      if (isOptional && !(await driver.has(places.CARD.name))) return;
      await fill([['name', places.CARD.name, name]]);
    },
    async fillAccount({ bsb, number, name }) {
      await fill([
        ['bsb', places.ACCOUNT.bsb, bsb],
        ['account number', places.ACCOUNT.number, number],
        ['account name', places.ACCOUNT.name, name],
      ]);
      if (await driver.has(places.AGREEMENT)) await driver.setChecked(places.AGREEMENT, true);
    },
    async storeCard(isStored = true) {
      await reach(places.STORE_CARD, 'box to save the card');
      await driver.setChecked(places.STORE_CARD, isStored);
    },
    savedCards: async () => (await seenWhen(({ cards }) => cards.length > 0, 'No saved card was shown')).cards,
    async chooseSavedCard(text) {
      await uncover(places.savedCard(text), `saved card "${text}"`, places.SHOW_ALL);
      await press(places.savedCard(text), `saved card "${text}"`);
    },
    async chooseAnotherCard() {
      await press(places.ANOTHER_CARD, 'choice of another card');
    },
    async removeSavedCard(text) {
      const isThere = ({ cards }: Seen) => cards.some((card) => card.text.includes(text));
      await uncover(places.savedCard(text), `saved card "${text}"`, places.SHOW_ALL);
      await uncover(places.removeButton(text), `button to remove "${text}"`, places.MANAGE);
      await press(places.removeButton(text), `button to remove "${text}"`);
      await press(places.CONFIRM_REMOVE, 'confirmation');
      await seenWhen((seen) => !isThere(seen), `The saved card "${text}" was not removed`);
    },
    pay,
    save: pay,
    answerChallenge: (answer) => driver.answerChallenge(answer),
    async leaveChallenge() {
      await press(places.CLOSE_CHALLENGE, '3-D Secure dialog with a page');
      await press(places.LEAVE_CHALLENGE, 'question of the 3-D Secure dialog');
    },
    async continueChallenge() {
      await press(places.CONTINUE, 'button to continue with the bank');
    },
    async outcome() {
      const isSettled = ({ place, isBusy, status, text, errors }: Seen) =>
        place !== 'nothing' && !isBusy && (ENDS.includes(status) || text !== '' || Object.keys(errors).length > 0);
      const { status, text, amount, receiptNumber, errors } = await seenWhen(isSettled, 'There was no outcome');
      return { status, text, amount, receiptNumber, errors };
    },
    errors: async () => (await seenWhen(({ isBusy }) => !isBusy, 'The form stayed busy')).errors,
    look: () => seenWhen(() => true, 'The page could not be read'),
  };
}
