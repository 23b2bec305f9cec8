// @ts-check
/**
 * `docs/reference/flows.md` and its diagrams: who sends what in each way to pay. Each flow is one table here, which is drawn
 * (sequence-diagram.mjs) and written as a list, for readers who do not see the drawing.
 */
import { sequenceDiagram } from './sequence-diagram.mjs';

/** @typedef {import('./sequence-diagram.mjs').Flow} Flow */

/** @type {Flow['actors']} */
const ACTORS = { page: 'Browser', signer: 'Shop’s server (signer)', service: 'Payment service' };
/** @type {readonly Flow['steps'][number][]} */
const KEY = [
  ['page', 'signer', 'order'],
  ['signer', 'service', 'price and references, fixed'],
  ['service', 'signer', 'AuthKey'],
];
/** @type {readonly Flow['steps'][number][]} */
const RESULT = [
  ['signer', 'service', 'ResultKey'],
  ['service', 'signer', 'transaction'],
];
/** @type {readonly Flow['steps'][number][]} */
const RETURN = [
  ['service', 'page', 'redirect to the signer, with a ResultKey'],
  ['page', 'signer', 'ResultKey'],
  ...RESULT,
  ['signer', 'page', 'redirect to the shop’s page'],
];

/** @type {Readonly<Record<string, Flow & { readonly text: string }>>} */
const FLOWS = {
  javascript: {
    title: 'javascript: the card is typed in the element',
    text: 'The browser sends the card to the service itself. With `isolation="frame"` the frame sends it, and no script of the page can read it.',
    actors: ACTORS,
    steps: [
      ...KEY,
      ['signer', 'page', 'AuthKey and amount'],
      ['page', 'service', 'card, with the AuthKey', 'card'],
      ['service', 'page', 'accepted, or 3-D Secure; ResultKey'],
      ['page', 'signer', 'ResultKey'],
      ...RESULT,
      ['signer', 'page', 'receipt, if it matches the order'],
    ],
  },
  webform: {
    title: 'webform: a plain form, without script',
    text: 'The form is in the HTML of the shop’s page, or on a page of the signer.',
    actors: ACTORS,
    steps: [
      ...KEY,
      ['signer', 'page', 'form with the AuthKey'],
      ['page', 'service', 'form with the card', 'card'],
      ...RETURN,
    ],
  },
  iframe: {
    title: 'iframe: the card is typed in the service’s frame',
    text: 'The service keeps the card until the signer asks it to pay.',
    actors: ACTORS,
    steps: [
      ...KEY,
      ['signer', 'page', 'address of the frame, with the AuthKey'],
      ['page', 'service', 'card, from the service’s own frame', 'card'],
      ['page', 'signer', 'the button is pressed'],
      ['signer', 'service', 'pay, with the AuthKey'],
      ['service', 'signer', 'accepted, or 3-D Secure; ResultKey'],
      ...RESULT,
      ['signer', 'page', 'receipt, if it matches the order'],
    ],
  },
  redirect: {
    title: 'redirect: the card is typed on the service’s page',
    text: 'The shopper leaves the shop and comes back.',
    actors: ACTORS,
    steps: [
      ...KEY,
      ['signer', 'page', 'address of the page, with the AuthKey'],
      ['page', 'service', 'card, on the service’s own page', 'card'],
      ...RETURN,
    ],
  },
  authkey: {
    title: 'An AuthKey, from the order to the receipt',
    text: 'One key makes at most one payment. The signer records each key with its order and terms, and gives an order another key only when the earlier one cannot pay any more.',
    actors: ACTORS,
    steps: [
      ['signer', 'service', 'amount, currency, reference, action'],
      ['service', 'signer', 'AuthKey, for 30 minutes'],
      ['signer', 'page', 'AuthKey; the signer has recorded it'],
      ['page', 'service', 'card with a mistake', 'card'],
      ['service', 'page', 'code of the field: the key stays usable'],
      ['page', 'service', 'card', 'card'],
      ['service', 'page', 'ResultKey: the AuthKey is used'],
      ['page', 'signer', 'ResultKey, or nothing: it was lost'],
      ['signer', 'service', 'ResultKey, or search by reference'],
      ['service', 'signer', 'transaction, or none'],
      ['signer', 'page', 'receipt; or another key after a decline'],
    ],
  },
};

/** The diagrams, by their paths below `docs`. @returns {Readonly<Record<string, string>>} */
export function flowDiagrams() {
  return Object.fromEntries(
    Object.entries(FLOWS).map(([name, flow]) => [`images/flow-${name}.svg`, sequenceDiagram(flow)]),
  );
}

export async function flowsPage() {
  const sections = Object.entries(FLOWS).map(([name, { title, text, actors, steps }]) => {
    const list = steps.map(([from, to, what]) => `1. ${actors[from]} → ${actors[to]}: ${what}`);
    return `## ${title}\n\n${text}\n\n![${title}. The list below has its steps.](../images/flow-${name}.svg)\n\n${list.join('\n')}`;
  });
  return `<!-- Made by tools/docs.mjs from tools/flows-page.mjs. Do not edit. -->

# Who sends what

The four [methods](../guides/methods.md), and the life of an AuthKey. A strong arrow carries the card: it goes from the browser to the payment
service, and never to the shop’s server. [3-D Secure](../guides/three-d-secure.md) is a step between the answer of the service and the result.

${sections.join('\n\n')}
`;
}
