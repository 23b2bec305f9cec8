/** Writes a logged call as a command for bash or zsh. It has names in the place of secrets, so it can be pasted anywhere. */
import { quoteForShell } from '../../core/quote-for-shell.js';
import { maskPan, TEST_CARDS } from '../bank/test-cards.js';
import { SOAP_PATH } from '../soap/soap-path.js';
import type { StoredCall } from '../store/request-log-store.js';

const MASKED_CARD = /\b\d{6}\.\.\.\d{3}\b/g;

/** Replaces masked test cards by their names. */
function nameCards(body: string): string {
  return body.replace(MASKED_CARD, (masked) => {
    const card = TEST_CARDS.find(({ pan }) => maskPan(pan) === masked);
    return card ? `<test card ${card.id}>` : '<card>';
  });
}

/** Writes the command. `$FLORIN_AUTH` is the value of the Authorization header. */
export function writeCurl(call: StoredCall, origin: string): string {
  const isSoap = call.interface === 'soap';
  const address = origin + (isSoap ? SOAP_PATH : call.path);
  const type = isSoap ? 'text/xml; charset=utf-8' : 'application/json';
  const body = nameCards(call.request);
  const isForm = !isSoap && body !== '' && !/^\s*[[{]/.test(body);
  // curl would ask for each address that a pattern in brackets stands for.
  const options = [
    ...(/[[\]{}]/.test(address) ? ['-g'] : []),
    ...(call.method === 'GET' ? [] : [`-X ${/^[A-Z]+$/.test(call.method) ? call.method : quoteForShell(call.method)}`]),
  ];
  const lines = [
    ['curl', ...options, quoteForShell(address)].join(' '),
    ...(isSoap || call.path.includes('{authKey}') ? [] : ['-H "Authorization: $FLORIN_AUTH"']),
    ...(body === '' || isForm ? [] : [`-H ${quoteForShell(`Content-Type: ${type}`)}`]),
    ...(isSoap && call.operation ? [`-H ${quoteForShell(`SOAPAction: "urn:Eve_1_4_4/${call.operation}"`)}`] : []),
    ...(body === '' ? [] : [`--data-raw ${quoteForShell(body)}`]),
  ];
  return lines.join(' \\\n  ');
}
