/**
 * Refuses card numbers on the command line, because shell histories and process lists contain it. Only test cards are
 * allowed, for a sandbox on this machine.
 */
import { passesLuhn } from '../core/card/luhn.js';
import { TEST_CARDS } from '../sandbox/bank/test-cards.js';
import { isLoopbackUrl } from './account.js';
import { CommandEnd, EXIT } from './exit-codes.js';

/** Options whose values are other numbers, or are checked elsewhere. */
const NO_CARDS: ReadonlySet<string> = new Set(['--merchant-number', '--token', '--card']);
/** Card options of `florin soap`, which checks them itself, because it knows the address of its service. */
const SOAP_CARDS = /^--(?:\w+\.)?(?:newC|C)ardNumber$/;
/** Fields of `florin soap`, which checks their values itself. */
const CARD_FIELD = /^--.*CardNumber$/;
/** Sub-commands followed by the number of a transaction or a token. */
const NUMBERED: ReadonlySet<string> = new Set(['get', 'refund', 'capture', 'reverse', 'delete', 'from-txn']);
const DVTOKEN = /^599999/;

const HINT =
  'A card number must not stand on the command line, where the shell keeps it and other users see it. ' +
  'Pay with --token, or make a key with `florin authkey` and let the shopper type the card';

/** Checks all arguments before they are parsed, so that no message can quote a card number. @throws CommandEnd */
export function assertNoCardNumber(argv: readonly string[]): void {
  argv.forEach((argument, index) => {
    const before = argv[index - 1] ?? '';
    const [option = '', ...rest] = argument.startsWith('--') ? argument.split('=') : ['', argument];
    if ([before, option].some((name) => NO_CARDS.has(name) || CARD_FIELD.test(name))) return;
    if (SOAP_CARDS.test(before) || SOAP_CARDS.test(option)) return;
    const values = NUMBERED.has(before) ? [] : rest;
    if (values.some(hasCardNumber)) throw new CommandEnd(EXIT.usage, HINT);
  });
}

/** Reads a test card, for a service on this machine; returns its digits. @throws CommandEnd that does not quote the number */
export function readTestCard(typed: string, baseUrl: string): string {
  const digits = typed.replace(/[ -]/g, '');
  const isTest = TEST_CARDS.some(({ pan }) => pan === digits);
  if (isTest && isLoopbackUrl(baseUrl)) return digits;
  throw new CommandEnd(EXIT.usage, isTest ? `${HINT}. Test cards: only where the service is on this machine` : HINT);
}

/** Whether a text contains 13 to 19 digits, with or without blanks and hyphens, that pass the Luhn check. */
function hasCardNumber(text: string): boolean {
  for (const [run] of text.matchAll(/\d(?:[ -]?\d){12,18}(?!\d)/g)) {
    const digits = run.replace(/[ -]/g, '');
    if (/^[2-6]/.test(digits) && !DVTOKEN.test(digits) && passesLuhn(digits)) return true;
  }
  return false;
}
