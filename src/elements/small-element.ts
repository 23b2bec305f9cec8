/**
 * Stands for Lit's `LitElement`, `property` and `state` in the files of the script tag, where Lit's own are a sixth of all
 * bytes before the form: what the elements of Florin use of them, and no more. No converters, initial values or accessors
 * of one's own, no static `properties`, no decorators of the standard kind, no class below a class.
 * test/elements/small-element.test.ts holds it to Lit.
 */
import type { CSSResult, ReactiveController } from 'lit';
import { render } from 'lit/html.js';

interface PropertyOptions {
  /** Text when not set. */
  readonly type?: typeof Boolean | typeof Number;
  /** Its name, when that is not the property's in small letters. */
  readonly attribute?: string | false;
  /** Of type Boolean only. */
  readonly reflect?: boolean;
}

type Changes = Map<PropertyKey, unknown>;
type Styles = CSSResult | readonly Styles[];

const attributeOf = (key: string, { attribute }: PropertyOptions) =>
  attribute === false ? [] : [attribute ?? key.toLowerCase()];

export class SmallElement extends HTMLElement {
  static styles: Styles = [];
  static shadowRootOptions: ShadowRootInit = { mode: 'open' };
  /** Each class's own, filled by the decorators. */
  static options: Map<string, PropertyOptions> | undefined;

  static get observedAttributes(): string[] {
    return [...(this.options ?? [])].flatMap(([key, options]) => attributeOf(key, options));
  }

  static createProperty(key: string, options: PropertyOptions = {}): void {
    (this.options ??= new Map()).set(key, options);
    const place = Symbol();
    Object.defineProperty(this.prototype, key, {
      configurable: true,
      enumerable: true,
      get(this: Record<symbol, unknown>) {
        return this[place];
      },
      set(this: SmallElement & Record<symbol, unknown>, value: unknown) {
        const before = this[place];
        this[place] = value;
        if (!Object.is(before, value)) this.requestUpdate(key, before);
      },
    });
  }

  renderRoot: ShadowRoot | undefined;
  isUpdatePending = false;
  hasUpdated = false;
  /** Set before there was an element: the page's values, which count more than the initial ones. */
  readonly #early: [string, unknown][] = [];
  readonly #controllers = new Set<ReactiveController>();
  #changes: Changes = new Map();
  #isReflecting = false;
  #enable!: () => void;
  #update: Promise<unknown> = new Promise<void>((resolve) => (this.#enable = resolve));

  constructor() {
    super();
    for (const key of this.#options().keys()) {
      if (!Object.hasOwn(this, key)) continue;
      this.#early.push([key, Reflect.get(this, key)]);
      Reflect.deleteProperty(this, key);
    }
    this.requestUpdate();
  }

  addController(controller: ReactiveController): void {
    this.#controllers.add(controller);
    if (this.renderRoot && this.isConnected) controller.hostConnected?.();
  }

  removeController(controller: ReactiveController): void {
    this.#controllers.delete(controller);
  }

  connectedCallback(): void {
    this.#open();
    this.#enable();
    for (const controller of this.#controllers) controller.hostConnected?.();
  }

  disconnectedCallback(): void {
    for (const controller of this.#controllers) controller.hostDisconnected?.();
  }

  attributeChangedCallback(name: string, _before: string | null, text: string | null): void {
    if (this.#isReflecting) return;
    for (const [key, options] of this.#options()) {
      if (!attributeOf(key, options).includes(name)) continue;
      const { type } = options;
      Reflect.set(this, key, type === Boolean ? text !== null : type && text !== null ? Number(text) : text);
    }
  }

  requestUpdate(key?: string, before?: unknown): void {
    if (key && !this.#changes.has(key)) this.#changes.set(key, this.hasUpdated ? before : undefined);
    if (!this.isUpdatePending) this.#update = this.#later();
  }

  get updateComplete(): Promise<unknown> {
    return this.#update;
  }

  performUpdate(): void {
    if (!this.isUpdatePending) return;
    const root = this.#open();
    for (const [key, value] of this.#early.splice(0)) Reflect.set(this, key, value);
    const changes = this.#changes;
    try {
      this.willUpdate(changes);
      for (const controller of this.#controllers) controller.hostUpdate?.();
      const drawn = this.render();
      this.#reflect(changes);
      this.#rest();
      render(drawn, root, { host: this });
    } catch (error) {
      this.#rest();
      throw error;
    }
    for (const controller of this.#controllers) controller.hostUpdated?.();
    this.hasUpdated = true;
    this.updated(changes);
  }

  protected willUpdate(_changes: Changes): void {}
  protected updated(_changes: Changes): void {}
  protected render(): unknown {
    return undefined;
  }

  #options(): ReadonlyMap<string, PropertyOptions> {
    return (this.constructor as typeof SmallElement).options ?? new Map<string, PropertyOptions>();
  }

  #open(): ShadowRoot {
    if (this.renderRoot) return this.renderRoot;
    const { shadowRootOptions, styles } = this.constructor as typeof SmallElement;
    const root = (this.renderRoot = this.shadowRoot ?? this.attachShadow(shadowRootOptions));
    root.adoptedStyleSheets = ([styles].flat(9) as CSSResult[]).flatMap(({ styleSheet }) => styleSheet ?? []);
    return root;
  }

  #reflect(changes: Changes): void {
    this.#isReflecting = true;
    for (const [key, options] of this.#options()) {
      const [name] = attributeOf(key, options);
      if (name && options.reflect && changes.has(key)) this.toggleAttribute(name, Boolean(Reflect.get(this, key)));
    }
    this.#isReflecting = false;
  }

  #rest(): void {
    this.#changes = new Map();
    this.isUpdatePending = false;
  }

  async #later(): Promise<boolean> {
    this.isUpdatePending = true;
    try {
      await this.#update;
    } catch (error) {
      // The page learns of it, and the next drawing is not lost by it.
      const failure = error as Error;
      void Promise.reject(failure);
    }
    this.performUpdate();
    return !this.isUpdatePending;
  }
}

export const property = (options?: PropertyOptions) => (target: object, key: string) => {
  (target.constructor as typeof SmallElement).createProperty(key, options);
};

export const state = () => property({ attribute: false });
