/** Writes a logged call as a command. It has names in the place of secrets, so it can be pasted anywhere. */
import { maskPan, TEST_CARDS } from '../bank/test-cards.js';
import { SOAP_PATH } from '../soap/soap-path.js';
import type { StoredCall } from '../store/request-log-store.js';

/** Single quotes for a shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

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
  const lines = [
    `curl ${call.method === 'GET' ? '' : `-X ${call.method} `}${quote(address)}`,
    ...(isSoap || call.path.includes('{authKey}') ? [] : ['-H "Authorization: $FLORIN_AUTH"']),
    ...(body === '' || isForm ? [] : [`-H ${quote(`Content-Type: ${type}`)}`]),
    ...(isSoap && call.operation ? [`-H ${quote(`SOAPAction: "urn:Eve_1_4_4/${call.operation}"`)}`] : []),
    ...(body === '' ? [] : [`--data-raw ${quote(body)}`]),
  ];
  return lines.join(' \\\n  ');
}
