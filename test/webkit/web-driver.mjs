// @ts-check
/**
 * WebKitGTK's MiniBrowser by the W3C WebDriver protocol, with nothing but `fetch`: a display of its own (Xvfb), the driver
 * of Debian's webkit2gtk-driver, and one session. Elements are found by their visible texts, through every open shadow root.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BROWSER = ['4.1', '4.0', '6.0']
  .flatMap((version) =>
    ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-${version}/MiniBrowser`),
  )
  .find((path) => existsSync(path));
const TIMEOUT_MS = 20_000;
const PAUSE_MS = 100;

/** Keys without a character, by the code points of the protocol. */
export const KEYS = {
  tab: '\uE004',
  enter: '\uE007',
  backspace: '\uE003',
  delete: '\uE017',
  home: '\uE011',
  end: '\uE010',
  left: '\uE012',
  right: '\uE014',
};

/** @typedef {{ kind: 'field' | 'button' | 'link' | 'text' | 'css', name: string }} Wanted name: a regular expression, or a selector for `css` */

/**
 * Runs in the page: the first matching visible element, at any depth of shadow roots.
 * @param {Wanted['kind']} kind
 * @param {string} name
 */
function findInPage(kind, name) {
  const words = new RegExp(name, 'i');
  /** @param {Document | ShadowRoot} root @returns {Generator<Element>} */
  function* everyElement(root) {
    for (const element of root.querySelectorAll('*')) {
      yield element;
      if (element.shadowRoot) yield* everyElement(element.shadowRoot);
    }
  }
  /** @param {Element} element */
  const nameOf = (element) => {
    const labels = /** @type {Iterable<Element>} */ ('labels' in element ? (element.labels ?? []) : []);
    const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const named = [...labels, ...ids.map((id) => root.getElementById(id))].map((each) => each?.textContent ?? '');
    return [...named, element.getAttribute('aria-label') ?? ''].join(' ').trim();
  };
  for (const element of everyElement(document)) {
    const isMeant = {
      field: () => /^(input|select|textarea)$/.test(element.localName) && words.test(nameOf(element)),
      button: () => element.localName === 'button' && words.test((element.textContent ?? '').trim() || nameOf(element)),
      link: () => element.localName === 'a' && words.test(element.textContent ?? ''),
      text: () => [...element.childNodes].some((child) => child.nodeType === 3 && words.test(child.textContent ?? '')),
      css: () => element.matches(name),
    }[kind]();
    if (isMeant && element.checkVisibility({ visibilityProperty: true })) return element;
  }
  return null;
}

/** One session of the browser. */
export class WebKit {
  #base;
  /** @type {() => void} */
  #stop;

  /** @param {string} base @param {() => void} stop @param {string} version */
  constructor(base, stop, version) {
    this.#base = base;
    this.#stop = stop;
    this.version = version;
  }

  /** @param {{ isDark?: boolean | undefined }} [look] isDark: a desktop with a dark theme */
  static async start({ isDark = false } = {}) {
    if (!BROWSER) throw new Error('MiniBrowser is not there. On Debian: apt-get install webkit2gtk-driver xvfb');
    const folder = mkdtempSync(join(tmpdir(), 'florin-webkit-'));
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1300x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const display = await new Promise((resolve, reject) => {
      screen.once('error', reject);
      screen.stdio[3]?.once('data', (data) => resolve(String(data).trim()));
    });
    const port = await freePort();
    const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
      // A profile of its own, which is removed with the session.
      env: {
        ...process.env,
        DISPLAY: `:${display}`,
        HOME: folder,
        XDG_RUNTIME_DIR: folder,
        GTK_THEME: isDark ? 'Adwaita:dark' : 'Adwaita',
        LIBGL_ALWAYS_SOFTWARE: '1',
      },
      stdio: 'ignore',
    });
    const stop = () => {
      driver.kill();
      screen.kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    };
    try {
      const options = { binary: BROWSER, args: ['--automation'] };
      const wanted = { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } };
      const url = `http://127.0.0.1:${port}/session`;
      await until('the driver answers', () =>
        fetch(url.replace(/session$/, 'status')).then(
          () => true,
          () => false,
        ),
      );
      const { sessionId, capabilities } = await call('POST', url, { capabilities: wanted });
      const session = new WebKit(`${url}/${sessionId}`, stop, capabilities.browserVersion);
      await session.#post('/window/rect', { x: 0, y: 0, width: 1200, height: 1250 });
      return session;
    } catch (error) {
      stop();
      throw error;
    }
  }

  async close() {
    await call('DELETE', this.#base).catch(() => {});
    this.#stop();
  }

  /** @param {string} url */
  open(url) {
    return this.#post('/url', { url });
  }

  url() {
    return call('GET', `${this.#base}/url`);
  }

  /** Runs in the current page or frame. @param {Function} script @param {unknown[]} args */
  run(script, ...args) {
    return this.#post('/execute/sync', { script: `return (${script}).apply(null, arguments)`, args });
  }

  /** @param {Wanted['kind']} kind @param {string} name */
  find(kind, name) {
    return this.run(findInPage, kind, name);
  }

  /** Waits until an element is visible. @param {Wanted['kind']} kind @param {string} name */
  see(kind, name) {
    return until(`a ${kind} "${name}" is seen`, () => this.find(kind, name));
  }

  /** @param {RegExp} pattern */
  arriveAt(pattern) {
    return until(`the address is ${pattern}`, async () => pattern.test(await this.url()));
  }

  /**
   * Clicks with the mouse. The protocol's own click considers the host of a shadow root to cover the element (WebKitGTK 2.50).
   * @param {Wanted['kind']} kind @param {string} name
   */
  async click(kind, name) {
    // The page may render between the two.
    await until(`a ${kind} "${name}" is clicked`, async () => {
      const element = await this.find(kind, name);
      if (!element) return false;
      await this.run(
        (/** @type {Element} */ found) => found.scrollIntoView({ block: 'center', behavior: 'instant' }),
        element,
      );
      const actions = [
        { type: 'pointerMove', x: 0, y: 0, origin: element },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await this.#post('/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
      return true;
    });
  }

  /** Types where the caret is, key by key, as a keyboard does. @param {string} keys */
  async press(keys) {
    const actions = [...keys].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /** Clicks a field and types into it. @param {string} field @param {string} keys */
  async type(field, keys) {
    await this.click('field', field);
    await this.press(keys);
  }

  /** Makes a frame the current one. @param {string} selector */
  async enterFrame(selector) {
    const frame = await this.see('css', selector);
    await this.#post('/frame', { id: frame });
  }

  async leaveFrame() {
    await this.#post('/frame', { id: null });
  }

  /** @param {string} path @param {object} body */
  #post(path, body) {
    return call('POST', this.#base + path, body);
  }
}

/**
 * Polls until the answer is neither false nor null. Asks again if the page is unloaded meanwhile.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} ask
 * @returns {Promise<T>}
 */
export async function until(what, ask) {
  const end = performance.now() + TIMEOUT_MS;
  let last = '';
  while (performance.now() < end) {
    try {
      const answer = await ask();
      if (answer) return answer;
      last = '';
    } catch (error) {
      last = String(error);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(`Not within ${TIMEOUT_MS / 1000} s: ${what}. ${last}`);
}

/** @param {string} method @param {string} url @param {object} [body] */
async function call(method, url, body) {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = /** @type {{ value: any }} */ (await response.json());
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}
