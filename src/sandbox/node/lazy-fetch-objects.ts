/**
 * `Headers`, `Request` and `Response` that load Node's own only when somebody needs one. Node's own bring its whole HTTP
 * client: 11 MiB and 20 ms of the processor, and the sandbox's process calls nobody by it. The adapter's quick objects
 * stand on these; a body that is read as a stream makes a real `Request`.
 */

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** What a header cannot hold. */
const BAD_VALUE = /[\0\r\n]|[^\0-\xff]/;
const SPACE_AROUND = /^[\t\n\r ]+|[\t\n\r ]+$/g;

function nameOf(name: string): string {
  if (!NAME.test(name)) throw new TypeError(`${name} is no name of a header`);
  return name.toLowerCase();
}

function valueOf(value: unknown): string {
  const text = String(value);
  const trimmed =
    text.charCodeAt(0) > 32 && text.charCodeAt(text.length - 1) > 32 ? text : text.replace(SPACE_AROUND, '');
  // The value is not in the message: it may be a credential.
  if (BAD_VALUE.test(trimmed)) throw new TypeError('This is no value of a header');
  return trimmed;
}

function isIterable(init: object): init is Iterable<readonly [string, string]> {
  return Symbol.iterator in init;
}

/** As the Fetch standard has it, section 5.1, without guards. */
class LazyHeaders {
  readonly #values = new Map<string, string>();
  readonly #cookies: string[] = [];

  constructor(init?: Iterable<readonly [string, string]> | Readonly<Record<string, string>>) {
    if (init === undefined) return;
    const pairs = isIterable(init) ? init : Object.entries(init);
    for (const [name, value] of pairs) this.append(name, value);
  }

  append(name: string, value: string): void {
    const key = nameOf(name);
    const text = valueOf(value);
    if (key === 'set-cookie') {
      this.#cookies.push(text);
      return;
    }
    const known = this.#values.get(key);
    this.#values.set(key, known === undefined ? text : `${known}${key === 'cookie' ? '; ' : ', '}${text}`);
  }

  set(name: string, value: string): void {
    this.delete(name);
    this.append(name, value);
  }

  delete(name: string): void {
    const key = nameOf(name);
    if (key === 'set-cookie') this.#cookies.length = 0;
    else this.#values.delete(key);
  }

  get(name: string): string | null {
    const key = nameOf(name);
    if (key === 'set-cookie') return this.#cookies.length > 0 ? this.#cookies.join(', ') : null;
    return this.#values.get(key) ?? null;
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  getSetCookie(): string[] {
    return [...this.#cookies];
  }

  *entries(): IterableIterator<[string, string]> {
    const pairs = [...this.#values, ...this.#cookies.map((cookie): [string, string] => ['set-cookie', cookie])];
    yield* pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  }

  *keys(): IterableIterator<string> {
    for (const [name] of this.entries()) yield name;
  }

  *values(): IterableIterator<string> {
    for (const [, value] of this.entries()) yield value;
  }

  forEach(call: (value: string, name: string, headers: LazyHeaders) => void, self?: unknown): void {
    for (const [name, value] of this.entries()) call.call(self, value, name, this);
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }
}

/** A class of which `new` makes the real one's objects, and which loads the real one for nothing else. */
function createLazyClass(name: 'Request' | 'Response', load: () => unknown): object {
  const lazy = function (...args: unknown[]): object {
    return Reflect.construct(load() as new () => object, args) as object;
  };
  return Object.defineProperty(lazy, 'name', { value: name });
}

let isInstalled = false;

/**
 * Puts them in the place of this process's globals, once. For a process of which all code is ours: an object made here is
 * no instance of the class that Node had before.
 */
export function installLazyFetchObjects(): void {
  if (isInstalled) return;
  isInstalled = true;
  for (const name of ['Request', 'Response'] as const) {
    const own = Object.getOwnPropertyDescriptor(globalThis, name);
    const load = (): unknown => (own?.get ? own.get.call(globalThis) : own?.value) as unknown;
    Object.defineProperty(globalThis, name, {
      value: createLazyClass(name, load),
      configurable: true,
      writable: true,
    });
  }
  Object.defineProperty(globalThis, 'Headers', { value: LazyHeaders, configurable: true, writable: true });
}
