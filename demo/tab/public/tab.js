/** The page of a shop without a server: docs/guides/browser-tab.md. */
import { startBrowserSandbox } from './florin/florin-sandbox.js';

const WAYS = {
  script: { label: 'Script', attributes: {} },
  webform: { label: 'Plain form', attributes: { method: 'webform' } },
  iframe: { label: 'Frame of the service', attributes: { method: 'iframe' } },
  redirect: { label: 'Redirect', attributes: { method: 'redirect' } },
  saved: {
    label: 'Saved cards',
    attributes: {},
    parts: { 'before-fields': 'florin-saved-cards', 'after-fields': 'florin-store-card' },
  },
  frame: {
    label: 'Frame of the shop',
    attributes: { isolation: 'frame' },
    note: 'Here the frame has the origin of the page, so it isolates nothing from the page’s scripts. In a shop it has an origin of its own.',
  },
};

const byId = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search);
const way = WAYS[query.get('way')] ? query.get('way') : 'script';
const order = query.get('order') ?? nextOrder();

byId('ways').append(
  ...Object.entries(WAYS).map(([name, { label }]) => {
    const link = document.createElement('a');
    link.href = addressOf(name, order);
    link.textContent = label;
    if (name === way) link.setAttribute('aria-current', 'page');
    return link;
  }),
);

try {
  const sandbox = await startBrowserSandbox({
    worker: 'florin-sandbox-worker.js',
    merchantName: 'Tab Coffee',
    returnTo: `${location.pathname}?back&order={order}`,
  });
  showCheckout(sandbox);
  await showPayments(sandbox);
  document.addEventListener('florin-result', () => void showPayments(sandbox));
  byId('next').addEventListener('click', () => location.assign(addressOf(way, nextOrder())));
  byId('reset').addEventListener('click', async () => {
    await sandbox.reset();
    location.assign(addressOf(way, nextOrder()));
  });
} catch (error) {
  byId('payment').replaceChildren(
    Object.assign(document.createElement('p'), { role: 'alert', textContent: error.message }),
  );
}

function nextOrder() {
  return `4500-${crypto.randomUUID().slice(0, 8)}`;
}

function addressOf(name, ofOrder) {
  return `?${new URLSearchParams({ way: name, order: ofOrder })}`;
}

function showCheckout({ signerUrl, frameSrc }) {
  if (query.has('back')) return showReceipt(signerUrl);
  const { attributes, note, parts = {} } = WAYS[way];
  const checkout = document.createElement('florin-checkout');
  const all = {
    'signer-url': signerUrl,
    order,
    amount: '4500',
    currency: 'AUD',
    ...attributes,
    ...(way === 'frame' && { 'frame-src': frameSrc }),
  };
  for (const [name, value] of Object.entries(all)) checkout.setAttribute(name, value);
  checkout.append(...Object.entries(parts).map(([slot, tag]) => Object.assign(document.createElement(tag), { slot })));
  byId('payment').replaceChildren(checkout);
  byId('note').hidden = !note;
  byId('note').textContent = note ?? '';
}

/** For a shopper who comes back from the service. */
function showReceipt(signerUrl) {
  const receipt = document.createElement('florin-receipt');
  receipt.setAttribute('signer-url', signerUrl);
  receipt.setAttribute('order', order);
  byId('payment').replaceChildren(receipt);
}

async function showPayments(sandbox) {
  const payments = await sandbox.payments();
  byId('none').hidden = payments.length > 0;
  byId('payments').replaceChildren(
    ...payments.map(({ order: paid, txnNumber, amount }) => {
      const item = document.createElement('li');
      item.translate = false;
      item.textContent = `${paid}: ${(amount / 100).toFixed(2)} AUD, transaction ${txnNumber}`;
      return item;
    }),
  );
}
