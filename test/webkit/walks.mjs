// @ts-check
/** A shopper's walks through the demo in WebKit, by visible texts. Test cards only. */
import { serveTab } from './tab-site.mjs';
import { KEYS, until } from './web-driver.mjs';

/** @typedef {import('./web-driver.mjs').WebKit} WebKit */
/** @typedef {import('../../build/demo/start.js').Demo} Demo */
/** @typedef {{ title: string, isDark?: boolean, walk: (webkit: WebKit, demo: Demo) => Promise<void> }} Walk */

const VISA = { number: '4987654321098769', expiry: '1230', cvn: '739', name: 'Mia Tran' };
const FRAME = 'florin-checkout iframe';
const SERVICE_FRAME = 'iframe[title="Card details"]';
const PAY = '^Pay \\$30\\.00$';
const APPROVED = 'Thank you';
const STORE = 'Save this card for next time';

/** @type {readonly Walk[]} */
export const WALKS = [
  {
    title: 'a number is typed and corrected in the page, with the right groups and caret',
    async walk(webkit, demo) {
      await beginOrder(webkit, demo);
      await mendNumber(webkit);
    },
  },
  {
    title: 'a number is typed and corrected in the frame of another origin',
    async walk(webkit, demo) {
      await beginOrder(webkit, demo, '/framed');
      await webkit.enterFrame(FRAME);
      await mendNumber(webkit);
    },
  },
  {
    title: 'the card in the page pays, after a missing code was asked for at its field',
    async walk(webkit, demo) {
      const order = await beginOrder(webkit, demo);
      await typeCard(webkit, { ...VISA, cvn: '' });
      await webkit.click('button', PAY);
      await webkit.see('text', 'Enter the security code');
      await until('the code has the caret', async () => (await webkit.run(showField)) === '|');
      await webkit.press(VISA.cvn + KEYS.enter);
      await expectReceipt(webkit, order);
    },
  },
  {
    title: 'the card in the frame of another origin pays',
    async walk(webkit, demo) {
      const order = await beginOrder(webkit, demo, '/framed');
      await typeInFrame(webkit, VISA);
      await webkit.click('button', PAY);
      await expectReceipt(webkit, order);
    },
  },
  {
    title: 'Tab goes through the fields of the frame to the button, and the keyboard alone pays',
    async walk(webkit, demo) {
      const order = await beginOrder(webkit, demo, '/framed');
      await webkit.enterFrame(FRAME);
      await webkit.click('field', 'Card number');
      await webkit.press([VISA.number, VISA.expiry, VISA.cvn, VISA.name].join(KEYS.tab));
      await webkit.leaveFrame();
      await webkit.press(KEYS.tab + KEYS.enter);
      await expectReceipt(webkit, order);
    },
  },
  {
    title: 'a decline in the frame asks for the code again, and another card pays',
    async walk(webkit, demo) {
      const order = await beginOrder(webkit, demo, '/framed');
      await typeInFrame(webkit, { ...VISA, cvn: '987' });
      await webkit.click('button', PAY);
      await webkit.see('text', 'Your bank did not approve this payment');
      await typeInFrame(webkit, { cvn: VISA.cvn });
      await webkit.click('button', PAY);
      await expectReceipt(webkit, order);
    },
  },
  ...['', '/framed'].map((path) => ({
    title: `3-D Secure is approved in the dialog, with the card in the ${path ? 'frame' : 'page'}`,
    /** @type {Walk['walk']} */
    async walk(webkit, demo) {
      const order = await beginOrder(webkit, demo, path);
      const card = { ...VISA, name: '3DS CHALLENGE' };
      await (path ? typeInFrame(webkit, card) : typeCard(webkit, card));
      await webkit.click('button', PAY);
      await webkit.enterFrame('dialog iframe');
      await webkit.click('button', 'Approve');
      await webkit.leaveFrame();
      await expectReceipt(webkit, order);
    },
  })),
  {
    title: '3-D Secure that is left is shown, continued, and paid',
    async walk(webkit, demo) {
      const order = await beginOrder(webkit, demo);
      await typeCard(webkit, { ...VISA, name: '3DS CHALLENGE' });
      await webkit.click('button', PAY);
      await webkit.enterFrame('dialog iframe');
      await webkit.see('button', 'Approve');
      await webkit.leaveFrame();
      await webkit.click('css', 'dialog .close');
      await webkit.click('button', '^Leave$');
      await webkit.click('button', 'Continue with your bank');
      await webkit.enterFrame('dialog iframe');
      await webkit.click('button', 'Approve');
      await webkit.leaveFrame();
      await expectReceipt(webkit, order);
    },
  },
  {
    title: 'the service’s own page pays, and redirects back to the receipt',
    async walk(webkit, demo) {
      const order = await beginOrder(webkit, demo, '/redirect');
      await webkit.click('button', '^Continue to payment');
      await webkit.arriveAt(/\/pay\/DEMOSHOP/);
      await webkit.see('css', 'form[data-ready]');
      await typeCard(webkit, VISA);
      await webkit.click('button', '^Pay');
      await expectReceipt(webkit, order);
    },
  },
  {
    title: 'the service’s own frame takes the card',
    async walk(webkit, demo) {
      const order = await beginOrder(webkit, demo, '/iframe');
      await typeInFrame(webkit, VISA, SERVICE_FRAME);
      await webkit.click('button', '^Pay');
      await expectReceipt(webkit, order);
    },
  },
  {
    title: 'the element replaces the server’s form in the page, and posts to the service',
    async walk(webkit, demo) {
      const order = await beginOrder(webkit, demo, '/webform');
      await webkit.see('css', 'florin-card-fields, [part="fields"]');
      await typeCard(webkit, VISA);
      await webkit.click('button', PAY);
      await expectReceipt(webkit, order);
    },
  },
  {
    title: 'a card is saved, and its security code alone pays the next order',
    async walk(webkit, demo) {
      const first = await beginOrder(webkit, demo, '/saved');
      await webkit.see('field', STORE);
      await typeCard(webkit, VISA);
      await webkit.click('field', STORE);
      await webkit.click('button', PAY);
      await expectReceipt(webkit, first);
      const second = await beginOrder(webkit, demo, '/saved');
      await webkit.see('text', 'ending in 769');
      await webkit.type('Security code', VISA.cvn);
      await webkit.click('button', PAY);
      await expectReceipt(webkit, second);
    },
  },
  {
    title: 'the classic script tag with its hash creates a form from data- attributes, which pays',
    async walk(webkit, demo) {
      const order = await beginOrder(webkit, demo, '/script');
      await typeCard(webkit, VISA);
      await webkit.click('button', PAY);
      await expectReceipt(webkit, order);
    },
  },
  {
    title:
      'a browser tab pays without a server, in the page and on the service’s page, and has the payment after a reload',
    async walk(webkit) {
      const site = await serveTab();
      try {
        await webkit.open(`${site.url}?way=script&order=4500-page`);
        await webkit.see('field', 'Card number');
        await typeCard(webkit, { ...VISA, name: '3DS CHALLENGE' });
        await webkit.click('button', '^Pay');
        await webkit.enterFrame('dialog iframe');
        await webkit.click('button', 'Approve');
        await webkit.leaveFrame();
        await webkit.see('text', '^Approved$');

        await webkit.open(`${site.url}?way=redirect&order=4500-redirect`);
        await webkit.click('button', '^Continue to payment');
        await webkit.arriveAt(/florin-sandbox\/pay\/DEMOSHOP/);
        await webkit.see('css', 'form[data-ready]');
        await typeCard(webkit, VISA);
        await webkit.click('button', '^Pay');
        await webkit.arriveAt(/\?back&order=4500-redirect$/);
        await webkit.see('text', '^Approved$');

        await webkit.open(`${site.url}?way=script&order=4500-page`);
        await webkit.see('text', '^Approved$');
      } finally {
        await site.close();
      }
    },
  },
  {
    title: 'the fields in the page and in the frame have a dark scheme',
    isDark: true,
    async walk(webkit, demo) {
      await beginOrder(webkit, demo);
      await expectDark(webkit);
      await beginOrder(webkit, demo, '/framed');
      await webkit.enterFrame(FRAME);
      await expectDark(webkit);
    },
  },
];

/**
 * An order by the shop's forms, without its pages.
 * @param {WebKit} webkit @param {Demo} demo @param {string} [path] of the payment page
 * @returns {Promise<number>}
 */
async function beginOrder(webkit, { shopUrl }, path = '') {
  await webkit.open(`${shopUrl}/coffee/daybreak`);
  await webkit.see('button', 'Add to cart');
  const address = await webkit.run(sendOrder);
  const order = Number(/\/checkout\/(\d+)$/.exec(address)?.[1]);
  if (!order) throw new Error(`No order was made: ${address}`);
  await webkit.open(`${shopUrl}/checkout/${order}${path}`);
  return order;
}

/** Runs in the page. */
async function sendOrder() {
  const send = (/** @type {string} */ path, /** @type {Record<string, string>} */ form) =>
    fetch(path, { method: 'POST', body: new URLSearchParams(form) });
  await send('/cart', { product: 'daybreak', size: 'small', grind: 'whole', quantity: '1' });
  const address = { street: '12 Ferry Road', suburb: 'West End', state: 'QLD', postcode: '4101' };
  return (await send('/checkout', { email: 'mia.tran@example.com', name: 'Mia Tran', ...address })).url;
}

/** @param {WebKit} webkit @param {Partial<typeof VISA>} card */
async function typeCard(webkit, { number, expiry, cvn, name }) {
  if (number) await webkit.type('Card number', number);
  if (expiry) await webkit.type('^expiry', expiry);
  if (cvn) await webkit.type('Security code', cvn);
  if (name) await webkit.type('Name on card', name);
}

/** @param {WebKit} webkit @param {Partial<typeof VISA>} card @param {string} [frame] */
async function typeInFrame(webkit, card, frame = FRAME) {
  await webkit.enterFrame(frame);
  await typeCard(webkit, card);
  // The service's frame sends it to the service by itself.
  if (frame === SERVICE_FRAME) await webkit.see('text', 'Your details are ready');
  await webkit.leaveFrame();
}

/** @param {WebKit} webkit @param {number} order */
async function expectReceipt(webkit, order) {
  await webkit.arriveAt(new RegExp(`/orders/${order}$`));
  await webkit.see('css', 'h1');
  await webkit.see('text', APPROVED);
}

/** The most frequent rows of the caret table of test/browser/typing.spec.ts. @param {WebKit} webkit */
async function mendNumber(webkit) {
  await webkit.type('Card number', '4242424242424242');
  await expectField(webkit, '4242 4242 4242 4242|');
  await webkit.press(KEYS.backspace.repeat(3));
  await expectField(webkit, '4242 4242 4242 4|');
  await webkit.press(KEYS.left.repeat(8) + KEYS.backspace);
  await expectField(webkit, '4242 42|24 2424');
  await webkit.press('7');
  await expectField(webkit, '4242 427|2 4242 4');
  await webkit.press(KEYS.home + KEYS.delete);
  await expectField(webkit, '|2424 2724 2424');
  await webkit.press('5');
  await expectField(webkit, '5|242 4272 4242 4');
}

/** @param {WebKit} webkit @param {string} text with the caret in it */
async function expectField(webkit, text) {
  await until(`the field is ${text}`, async () => {
    const shown = await webkit.run(showField);
    if (shown !== text) throw new Error(`It is ${shown}`);
    return true;
  });
}

/** Runs in the page: the field that has the focus, with its caret. */
function showField() {
  let field = document.activeElement;
  while (field?.shadowRoot?.activeElement) field = field.shadowRoot.activeElement;
  const { value, selectionStart } = /** @type {HTMLInputElement} */ (field);
  return `${value.slice(0, selectionStart ?? 0)}|${value.slice(selectionStart ?? 0)}`;
}

/** @param {WebKit} webkit */
async function expectDark(webkit) {
  await until('the box of the number is dark', async () => {
    const box = await webkit.find('css', '.number .box');
    const paper =
      box && (await webkit.run((/** @type {Element} */ each) => getComputedStyle(each).backgroundColor, box));
    const [red = 255] = /\d+/.exec(paper ?? '') ?? [];
    if (Number(red) > 80) throw new Error(`It is ${paper}`);
    return true;
  });
}
