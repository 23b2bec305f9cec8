/**
 * Searches a page's output for a card. A card number is searched as digits with any separators, in
 * common encodings, and spread over successive events. Three digits of a CVN occur everywhere, so a
 * CVN is searched by structure: a value that is exactly the CVN, a member with a telling name, a
 * word in a text, one digit for each event.
 */

/** The card that was typed. */
export interface Secret {
  readonly number: string;
  readonly cvn: string;
}

/** One piece of a page's output, in the order of events. */
export interface Observation {
  /** The channel: `request`, `console`, `storage`, `event` ... */
  readonly channel: string;
  /** The place in the channel: a URL, an event type, an attribute. */
  readonly where: string;
  /** A text, or plain data. */
  readonly value: unknown;
}

/** A card number or CVN in a forbidden place. Does not contain the digits. */
export interface Leak {
  readonly channel: string;
  readonly where: string;
  readonly what: 'number' | 'cvn';
}

interface Leaf {
  readonly name: string;
  readonly text: string;
}

/**
 * This many consecutive digits count as the number: a BIN with the last four, as on receipts, has
 * fewer.
 */
const TELLING_DIGITS = 9;
const CVN_NAME = /cvn|cvv|cvc|csc|security.?code|card.?code/i;

/** Finds every leak of `secret`, once for each channel, place and kind. */
export function findCardData(observations: readonly Observation[], secret: Secret): readonly Leak[] {
  const found = new Map<string, Leak>();
  const add = ({ channel, where }: Observation, what: Leak['what']) =>
    found.set(`${channel} ${where} ${what}`, { channel, where, what });
  for (const observation of observations) {
    const leaves = [{ name: '', text: observation.where }, ...readLeaves(observation.value)];
    // Also as a whole, because a list may hold one digit or code in each place.
    const texts = [...leaves.map((leaf) => leaf.text), JSON.stringify(observation.value) ?? ''];
    if (texts.some((text) => holdsNumber(text, secret.number))) add(observation, 'number');
    if (leaves.some((leaf) => holdsCvn(leaf, secret.cvn))) add(observation, 'cvn');
  }
  for (const stream of readStreams(observations)) {
    if (stream.digits.includes(secret.number)) add(stream, 'number');
    if (stream.digits === secret.cvn) add(stream, 'cvn');
  }
  return [...found.values()];
}

/**
 * Consecutive digits, also with spaces, hyphens or markup in between, and in base64, hex, character
 * codes or backwards.
 */
function holdsNumber(text: string, number: string): boolean {
  const digits = text.replace(/\D/g, '');
  const windows = Array.from({ length: number.length - TELLING_DIGITS + 1 }, (_, at) =>
    number.slice(at, at + TELLING_DIGITS),
  );
  const codes = [...number].map((digit) => digit.charCodeAt(0));
  const disguises = [reverse(number), codes.join(''), codes.map((code) => code.toString(16)).join('')];
  const packed = text.replace(/[^A-Za-z0-9+/]/g, '');
  return (
    windows.some((part) => digits.includes(part)) ||
    disguises.some((part) => digits.includes(part)) ||
    base64Parts(number).some((part) => packed.includes(part))
  );
}

function holdsCvn({ name, text }: Leaf, cvn: string): boolean {
  const value = text.trim();
  if (value === cvn || value === btoa(cvn) || value === reverse(cvn)) return true;
  if (CVN_NAME.test(name) && value.replace(/\D/g, '').includes(cvn)) return true;
  return new RegExp(`(?<![\\w.,:$/-])${cvn}(?![\\w.,:/-])`).test(value);
}

/** The parts of a text's base64 that do not depend on the surrounding text. */
function base64Parts(text: string): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = btoa(' '.repeat(shift) + text).replace(/=+$/, '');
    return encoded.slice(shift === 0 ? 0 : 4, -2);
  });
}

const reverse = (text: string): string => [...text].reverse().join('');

/** Every text in a value with the name of its member; JSON and form data are parsed. */
function readLeaves(value: unknown, name = '', depth = 0): Leaf[] {
  if (value === null || value === undefined || depth > 8) return [];
  if (typeof value === 'string') return [{ name, text: value }, ...readInside(value, name, depth)];
  if (typeof value !== 'object') return [{ name, text: JSON.stringify(value) ?? '' }];
  return Object.entries(value).flatMap(([key, member]) => [
    { name: '', text: key },
    ...readLeaves(member, Array.isArray(value) ? name : key, depth + 1),
  ]);
}

function readInside(text: string, name: string, depth: number): Leaf[] {
  if (/^\s*[[{"]/.test(text)) {
    try {
      return readLeaves(JSON.parse(text), name, depth + 1);
    } catch {
      return [];
    }
  }
  const query = /^[\w.+%-]+=/.test(text) ? text : /\?(.*)$/s.exec(text)?.[1];
  if (query === undefined || query.length > 20_000) return [];
  return [...new URLSearchParams(query)].map(([key, member]) => ({ name: key, text: member }));
}

/** Joins successive observations of one place that hold one digit each. */
function readStreams(observations: readonly Observation[]): (Observation & { digits: string })[] {
  const streams = new Map<string, Observation & { digits: string }>();
  for (const observation of observations) {
    for (const { name, text } of readLeaves(observation.value)) {
      const digit = text.replace(/\D/g, '');
      if (digit.length !== 1 || text.length > 4) continue;
      const key = `${observation.channel} ${observation.where} ${name}`;
      const stream = streams.get(key) ?? { ...observation, digits: '' };
      streams.set(key, { ...stream, digits: stream.digits + digit });
    }
  }
  return [...streams.values()];
}
