/**
 * Refuses card numbers on the command line, because shell histories and process lists contain it. Only test cards are
 * allowed, for a service on this machine.
 */
import { passesLuhn } from '../core/card/luhn.js';
import { TEST_CARDS } from '../sandbox/bank/test-cards.js';
import { isLoopbackUrl } from './account.js';
import { CommandEnd, EXIT } from './exit-codes.js';

/** Options whose values are other numbers, or are checked elsewhere. */
const NO_CARDS: ReadonlySet<string> = new Set(['--merchant-number', '--token', '--card']);
/** Fields of `florin soap`, which checks their values itself, because it knows the address of its service. */
const CARD_FIELD = /^--.*CardNumber$/;
/** Sub-commands followed by the number of a transaction or a token. */
const NUMBERED: ReadonlySet<string> = new Set(['get', 'refund', 'capture', 'reverse', 'delete', 'from-txn']);
const DVTOKEN = /^599999/;

const REFUSAL = 'A card number must not be on the command line, where the shell stores it and other users see it';
const HINT = `${REFUSAL}. Pay with --token, or create a key with \`florin authkey\` and let the shopper type the card`;

/** Checks all arguments before they are parsed, so that no message can quote a card number. @throws CommandEnd */
export function assertNoCardNumber(argv: readonly string[]): void {
  argv.forEach((argument, index) => {
    const before = argv[index - 1] ?? '';
    const [option = '', ...rest] = argument.startsWith('--') ? argument.split('=') : ['', argument];
    if ([before, option].some((name) => NO_CARDS.has(name) || CARD_FIELD.test(name))) return;
    const values = NUMBERED.has(before) ? [] : rest;
    if (values.some(hasCardNumber)) throw new CommandEnd(EXIT.usage, HINT);
  });
}

/** Reads a test card, for a service on this machine; returns its digits. @throws CommandEnd that does not quote the number */
export function readTestCard(typed: string, baseUrl: string): string {
  const digits = digitsOf(typed);
  if (isTestCard(digits) && isLoopbackUrl(baseUrl)) return digits;
  throw new CommandEnd(
    EXIT.usage,
    isTestCard(digits) ? `${HINT}. Test cards: only for a service on this machine` : HINT,
  );
}

/**
 * Refuses a card in a field of `florin soap`. Tokens are allowed, and test cards for a service on this machine.
 *
 * @throws CommandEnd that does not quote the number
 */
export function assertNoCard(typed: string, endpoint: string): void {
  const digits = digitsOf(typed);
  if (!/^\d{12,19}$/.test(digits) || DVTOKEN.test(digits)) return;
  if (isLoopbackUrl(endpoint) && isTestCard(digits)) return;
  throw new CommandEnd(EXIT.usage, `${REFUSAL}: use --input -`);
}

function digitsOf(typed: string): string {
  return typed.replace(/[ -]/g, '');
}

function isTestCard(digits: string): boolean {
  return TEST_CARDS.some(({ pan }) => pan === digits);
}

/** Whether a text contains 13 to 19 digits, with or without blanks and hyphens, that pass the Luhn check. */
function hasCardNumber(text: string): boolean {
  for (const [run] of text.matchAll(/\d(?:[ -]?\d){12,18}(?!\d)/g)) {
    const digits = digitsOf(run);
    if (/^[2-6]/.test(digits) && !DVTOKEN.test(digits) && passesLuhn(digits)) return true;
  }
  return false;
}
