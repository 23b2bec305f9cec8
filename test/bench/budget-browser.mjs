/** The browser of budgets.mjs: one process, so that every frame's work lands on one counter, and what is measured in it. */
import { chromium } from '@playwright/test';
import { setTimeout as pause } from 'node:timers/promises';
import { addressOf } from './budget-shop.mjs';
import { installProbe } from './budget-probe.mjs';

/** Lighthouse's `mobileSlow4G`, as it sets it by the DevTools protocol. */
const SLOW = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1_024) / 8,
  uploadThroughput: 675 * 128,
};
const SLOW_CPU = 4;
const CARD = '5123456789012346';
const KEY_PAUSE_MS = 40;

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

export function launch() {
  return chromium.launch({
    executablePath: process.env.FLORIN_CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-site-isolation-trials',
      '--disable-features=IsolateOrigins,site-per-process,OriginKeyedProcessesByDefault',
      '--renderer-process-limit=1',
      '--js-flags=--expose-gc',
    ],
  });
}

/** A new context for each load: nothing is in its cache. */
export async function openPage(browser, { slow = false, looks = true } = {}) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  await context.addInitScript(installProbe, { looks });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  // The processor's time of the thread, not the clock's: others use this machine too.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  if (slow) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
  }
  return { page, session, close: () => context.close() };
}

/** All counters of the DevTools protocol; durations in milliseconds. */
export async function countersOf(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return Object.fromEntries(
    metrics.map(({ name, value }) => [name, name.endsWith('Duration') ? value * 1_000 : value]),
  );
}

async function probesOf(page) {
  const probes = await Promise.all(page.frames().map((frame) => frame.evaluate(() => globalThis.florinProbe)));
  return probes.filter(Boolean);
}

/** When there were three inputs over all frames; undefined when there are not. */
async function readyAt(page) {
  const steps = (await probesOf(page)).flatMap(({ inputs }) =>
    inputs.map(({ at, count }, index) => ({ at, more: count - (inputs[index - 1]?.count ?? 0) })),
  );
  let count = 0;
  for (const { at, more } of steps.toSorted((a, b) => a.at - b.at)) if ((count += more) >= 3) return at;
  return undefined;
}

async function whenReady(page) {
  for (let tries = 0; tries < 600; tries += 1) {
    const at = await readyAt(page).catch(() => undefined);
    if (at !== undefined) {
      for (const frame of page.frames()) await frame.evaluate(() => (globalThis.florinProbe.isDone = true));
      return at;
    }
    await pause(50);
  }
  throw new Error(`No form came at ${page.url()}`);
}

/** Nothing has been asked for and nothing has been worked at for a while. */
async function untilQuiet(page, session) {
  let before = await countersOf(session);
  for (let tries = 0; tries < 60; tries += 1) {
    await pause(500);
    const now = await countersOf(session);
    if (now.TaskDuration - before.TaskDuration < 5) return now;
    before = now;
  }
  throw new Error(`${page.url()} does not come to rest`);
}

/**
 * From the beginning of the navigation until three inputs can be seen, in milliseconds, on a slow phone; what moved; and
 * what was loaded, so that a wrong page cannot pass for the right one.
 */
export async function measureLoad(browser, shop, way) {
  const { page, session, close } = await openPage(browser, { slow: true });
  try {
    const loaded = { requests: 0, bytes: 0 };
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      loaded.requests += 1;
      loaded.bytes += encodedDataLength;
    });
    await page.goto(shop.url + addressOf(way), { waitUntil: 'commit' });
    const at = await whenReady(page);
    const ready = at - (await page.evaluate(() => performance.timeOrigin));
    const untilReady = loaded.requests;
    await untilQuiet(page, session);
    const [{ shift }] = await probesOf(page);
    const documents = page.frames().length;
    const wanted = way.startsWith('frame') ? 2 : 1;
    if (documents !== wanted) throw new Error(`${way}: ${documents} documents, ${wanted} wanted`);
    return { ready, untilReady, shift, documents, ...loaded };
  } finally {
    await close();
  }
}

/** The work until the form is at rest, of each key, and while nothing happens; processor milliseconds. */
export async function measureWork(browser, shop, way, idleSeconds) {
  const { page, session, close } = await openPage(browser, { looks: false });
  try {
    await page.goto(shop.url + addressOf(way));
    const settled = await untilQuiet(page, session);
    const input = await numberInput(page);
    const firedBefore = sum((await probesOf(page)).map(({ fired }) => fired));
    await pause(idleSeconds * 1_000);
    const idle = await countersOf(session);
    const fired = sum((await probesOf(page)).map((probe) => probe.fired)) - firedBefore;
    await input.click();
    // The first key is an answer to somebody: the key for the card is asked for behind it.
    await page.keyboard.type(CARD[0]);
    const before = await untilQuiet(page, session);
    await page.keyboard.type(CARD.slice(1), { delay: KEY_PAUSE_MS });
    const after = await countersOf(session);
    const typed = CARD.length - 1;
    const value = (await input.inputValue()).replaceAll(' ', '');
    if (value !== CARD) throw new Error(`The field of ${way} has ${value.length} of ${CARD.length} digits`);
    return {
      settle: settled.TaskDuration,
      idleWork: idle.TaskDuration - settled.TaskDuration,
      idleTimers: fired,
      keyScript: (after.ScriptDuration - before.ScriptDuration) / typed,
      keyTask: (after.TaskDuration - before.TaskDuration) / typed,
    };
  } finally {
    await close();
  }
}

const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

async function numberInput(page) {
  for (const frame of page.frames()) {
    const input = frame.locator('#number').first();
    if ((await input.count()) > 0) return input;
  }
  throw new Error('There is no field for the number');
}

/** Puts a checkout into the page and takes it out, again and again; what is kept for each. */
export async function measureMounts(browser, shop, isolation, count) {
  const { page, session, close } = await openPage(browser);
  try {
    await page.goto(`${shop.url}${addressOf(`mount ${isolation}`)}`);
    const mount = (from, to) => page.evaluate(mountMany, { isolation, frameSrc: shop.frameSrc, from, to });
    await mount(0, 20);
    const before = await rested(session);
    let drawn = 0;
    for (let from = 20; from < count + 20; from += 50) drawn += await mount(from, Math.min(from + 50, count + 20));
    const after = await rested(session);
    const grown = (name) => after[name] - before[name];
    return {
      drawn,
      frames: page.frames().length - 1 + Math.max(0, grown('Frames')),
      documents: grown('Documents'),
      listeners: grown('JSEventListeners'),
      nodes: grown('Nodes'),
      heap: grown('JSHeapUsedSize') / count,
    };
  } finally {
    await close();
  }
}

async function rested(session) {
  await session.send('HeapProfiler.enable');
  for (let round = 0; round < 4; round += 1) {
    await pause(300);
    await session.send('HeapProfiler.collectGarbage');
  }
  return countersOf(session);
}

/** In the page. Waits for each form to be there, so that what is taken out is a whole one: counts those. */
async function mountMany({ isolation, frameSrc, from, to }) {
  await customElements.whenDefined('florin-checkout');
  const until = async (isSo) => {
    for (let tries = 0; tries < 400 && !isSo(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 5));
    return isSo();
  };
  let drawn = 0;
  for (let index = from; index < to; index += 1) {
    const checkout = document.createElement('florin-checkout');
    Object.assign(checkout, { signerUrl: '/pay', order: `1000-${isolation}-${index}`, isolation, frameSrc });
    document.querySelector('main').prepend(checkout);
    const root = () => checkout.shadowRoot;
    // Somebody has begun to type, as far as the element knows: it asks the signer, whose answer brings the price.
    await until(() => root()?.querySelector('[part=button]'));
    const begun = { field: 'number', state: { status: 'incomplete', reason: 'too_short' } };
    const hasAsked = () => checkout.price !== undefined;
    await until(() => hasAsked() || !checkout.dispatchEvent(Object.assign(new Event('florin-field'), begun)));
    // The height of a frame is known when it speaks with the page.
    const hasPrice = hasAsked();
    const hasForm = await until(() =>
      isolation === 'frame'
        ? root()?.querySelector('iframe')?.style.height
        : (root()?.querySelectorAll('input').length ?? 0) > 3,
    );
    if (hasPrice && hasForm) drawn += 1;
    checkout.remove();
  }
  return drawn;
}

/** Pays once with the card in a frame; the names of our own files that this took. */
export async function measurePayment(browser, shop) {
  const { page, close } = await openPage(browser);
  const files = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/florin/')) files.push(pathname.slice(8));
  });
  try {
    await page.goto(shop.url + addressOf('frame'));
    await whenReady(page);
    const form = page.frameLocator('iframe');
    for (const [id, text] of Object.entries({ number: CARD, expiry: '05/39', cvn: '123', name: 'Jane Citizen' })) {
      await form.locator(`#${id}`).fill(text);
    }
    // The key of this shop names no shopper, so the frame has the button (docs/guides/isolation.md).
    await form.getByRole('button').click();
    await page.locator('florin-receipt').waitFor({ timeout: 60_000 });
    return files;
  } finally {
    await close();
  }
}
