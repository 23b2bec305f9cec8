/** The start message of the demo for the terminal. */
import { BANK_ANSWERS, OUTCOMES_BY_TYPING, TEST_CARDS } from './shop/developer/test-cards.js';

/** The parts of a running demo that the message names. */
interface DescribedDemo {
  readonly shopUrl: string;
  readonly sandboxUrl: string;
  readonly merchant: { readonly merchantNumber: string; readonly username: string; readonly password: string };
}

/** Writes URLs, credentials and test cards as one text. */
export function describeDemo({ shopUrl, sandboxUrl, merchant }: DescribedDemo): string {
  const { merchantNumber, username, password } = merchant;
  const answers = BANK_ANSWERS.map(({ text }) => text).join(', ');
  return `
Florin's demo is running. Ctrl-C stops all of it.

  Shop      ${shopUrl}
  Sandbox   ${sandboxUrl}
  Office    ${sandboxUrl}/backoffice
  Merchant  ${merchantNumber} (DEMOSHOP), API user ${username}, password ${password}

  Test cards, with any future expiry
${TEST_CARDS.map(({ brand, number, securityCode }) => `    ${brand.padEnd(21)} ${number.padEnd(20)} security code ${securityCode}`).join('\n')}

  How to get each outcome
${OUTCOMES_BY_TYPING.map(({ outcome, how }) => `    ${outcome.padEnd(12)} ${how}`).join('\n')}
    ${'Bank code'.padEnd(12)} the cents of an order: ${answers} (developer bar, "Next order")
    ${'Expired key'.padEnd(12)} developer bar, beside or below each page of the shop
    ${'Service down'.padEnd(12)} developer bar
`;
}
