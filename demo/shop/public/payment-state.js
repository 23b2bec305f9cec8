// Loads the page again when the state of a payment on it has changed. Asks often at first, then once a minute, and at once
// when the page is seen again. The elements with `data-payment` have the number and the state of an order.
const marks = [...document.querySelectorAll('[data-payment]')];
const shown = marks.map(({ dataset }) => dataset.payment).join();
const numbers = marks.map(({ dataset }) => dataset.payment.split(':')[0]).join();
const LONGEST = 60_000;
let pause = 2_000;
let timer;

async function ask() {
  clearTimeout(timer);
  try {
    const answer = await fetch(`/orders/payments?of=${numbers}`, { cache: 'no-store' });
    if (answer.ok && (await answer.text()) !== shown) return location.reload();
  } catch {
    // Offline: asked again below.
  }
  timer = setTimeout(ask, pause);
  pause = Math.min(LONGEST, pause * 1.5);
}

function askSoon() {
  if (document.visibilityState === 'hidden') return;
  pause = 2_000;
  void ask();
}

if (marks.length > 0) {
  timer = setTimeout(ask, pause);
  addEventListener('visibilitychange', askSoon);
  addEventListener('online', askSoon);
  addEventListener('pageshow', ({ persisted }) => persisted && askSoon());
}
