/**
 * Deliberate leaks, one for each channel: they prove that the test of no-card-data.spec.ts can
 * fail.
 */

/** A leak as a script of the page, called when an input of the form has changed. */
export interface PlantedLeak {
  readonly title: string;
  /** The channel in which the detector must find it. */
  readonly channel: string;
  readonly what: 'number' | 'cvn';
  /** Source of a function of the input; `digits` holds its digits. */
  readonly source: string;
}

const WHEN_NUMBER = `if (digits.length === 16)`;
const WHEN_CVN = `if (/cvn|csc|security/i.test(input.autocomplete + input.name + input.id) && digits.length === 3)`;

export const PLANTED_LEAKS: readonly PlantedLeak[] = [
  leak('an attribute', 'markup', 'number', `input.setAttribute('value', input.value)`),
  leak('the console', 'console', 'number', `${WHEN_NUMBER} console.log('typed', { card: { input: input.value } })`),
  leak('a storage', 'storage', 'number', `${WHEN_NUMBER} sessionStorage.setItem('draft', input.value)`),
  leak(
    'a second request',
    'request',
    'number',
    `${WHEN_NUMBER} fetch('/pay/log', { method: 'POST', body: input.value })`,
  ),
  leak('an address', 'request', 'number', `${WHEN_NUMBER} fetch('/pay/log?q=' + digits)`),
  leak('a beacon', 'beacon', 'number', `${WHEN_NUMBER} navigator.sendBeacon('/pay/log', digits)`),
  leak(
    'the detail of an event',
    'dispatched event',
    'number',
    `${WHEN_NUMBER} document.dispatchEvent(new CustomEvent('florin-change', { detail: { value: input.value } }))`,
  ),
  leak(
    'a getter of an event class',
    'dispatched event',
    'number',
    `const kept = digits; ${WHEN_NUMBER} document.dispatchEvent(new (class extends Event { get result() { return kept; } })('florin-x'))`,
  ),
  leak(
    'native input events that nobody stops at the root',
    'event',
    'number',
    `Event.prototype.stopPropagation = Event.prototype.stopImmediatePropagation = () => undefined`,
  ),
  leak('messages of one digit each', 'message', 'number', `window.postMessage({ key: digits.slice(-1) }, '*')`),
  leak('a cookie in base64', 'cookie', 'number', `${WHEN_NUMBER} document.cookie = 'cart=' + btoa(digits)`),
  leak('the history', 'history', 'number', `${WHEN_NUMBER} history.replaceState({ draft: digits }, '')`),
  leak('a CVN in an attribute', 'markup', 'cvn', `${WHEN_CVN} input.dataset.kept = digits`),
  leak('a CVN in a text', 'console', 'cvn', `${WHEN_CVN} console.debug('typed ' + digits + ' just now')`),
  leak(
    'a CVN in a request',
    'request',
    'cvn',
    `${WHEN_CVN} fetch('/pay/log', { method: 'POST', body: JSON.stringify({ order: 1, cvn: digits }) })`,
  ),
  leak(
    'a CVN in events of one digit each',
    'dispatched event',
    'cvn',
    `${typedInCvn()} document.dispatchEvent(new CustomEvent('florin-key', { detail: digits.slice(-1) }))`,
  ),
];

function typedInCvn(): string {
  return WHEN_CVN.replace('digits.length === 3', 'digits.length > 0');
}

function leak(title: string, channel: string, what: 'number' | 'cvn', source: string): PlantedLeak {
  return { title, channel, what, source };
}

/** A script that leaks whenever an input in any open root changes. */
export function leakScript({ source }: PlantedLeak): string {
  return `window.addEventListener('input', (event) => {
    const input = event.composedPath()[0];
    const digits = input.value.replace(/\\D/g, '');
    ${source};
  }, true);`;
}
