/**
 * Keeps card numbers off the command line: they would stand in the shell's history and in every list of processes. Test
 * cards are nobody's, so they may, against a sandbox on this machine.
 */
import { TEST_CARDS } from '../sandbox/bank/test-cards.js';
import { isLoopback } from './account.js';
import { CommandEnd, EXIT } from './exit-codes.js';

/** Options whose values are numbers of other kinds. */
const NO_CARDS: ReadonlySet<string> = new Set(['--merchant-number', '--token', '--card']);
/** Card options of `florin soap`, which looks at them itself: it knows where its service is. */
const SOAP_CARDS = /^--(?:\w+\.)?(?:newC|C)ardNumber$/;
/** The fields of `florin soap`, which looks at their values itself. */
const CARD_FIELD = /^--.*CardNumber$/;
/** Words after which the number of a transaction or a token stands. */
const NUMBERED: ReadonlySet<string> = new Set(['get', 'refund', 'capture', 'reverse', 'delete', 'from-txn']);
const DVTOKEN = /^599999/;

const HINT =
  'A card number must not stand on the command line, where the shell keeps it and other users see it. ' +
  'Pay with --token, or make a key with `florin authkey` and let the shopper type the card';

/** Looks at all arguments before anything else does, so that no message can quote one. @throws CommandEnd */
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

/** A test card against this machine, digits only. @throws CommandEnd that does not quote the number */
export function readTestCard(typed: string, baseUrl: string): string {
  const digits = typed.replace(/[ -]/g, '');
  const isTest = TEST_CARDS.some(({ pan }) => pan === digits);
  if (isTest && isLoopback(baseUrl)) return digits;
  throw new CommandEnd(EXIT.usage, isTest ? `${HINT}. Test cards: only where the service is on this machine` : HINT);
}

/** Whether a text holds 13 to 19 digits, blanks and hyphens between them or not, that are a card's by their check digit. */
function hasCardNumber(text: string): boolean {
  for (const [run] of text.matchAll(/\d(?:[ -]?\d){12,18}(?!\d)/g)) {
    const digits = run.replace(/[ -]/g, '');
    if (/^[2-6]/.test(digits) && !DVTOKEN.test(digits) && isLuhn(digits)) return true;
  }
  return false;
}

function isLuhn(digits: string): boolean {
  let sum = 0;
  [...digits].reverse().forEach((digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += doubled > 9 ? doubled - 9 : doubled;
  });
  return sum % 10 === 0;
}
