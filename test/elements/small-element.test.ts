/** The script tag's stand-in for LitElement beside LitElement itself: whatever a page does, both do the same. */
import { expect } from '@open-wc/testing';
import { css, html, LitElement, type ReactiveController } from 'lit';
import { property, state } from 'lit/decorators.js';
import * as small from '../../src/elements/small-element.js';

interface Kind {
  readonly Base: typeof LitElement;
  readonly property: (options?: object) => (target: object, key: string) => void;
  readonly state: () => (target: object, key: string) => void;
}

const lit = { Base: LitElement, property, state } as unknown as Kind;
const own = { Base: small.SmallElement, property: small.property, state: small.state } as unknown as Kind;

/** What became of an element: its calls in their order, with what had changed. */
interface Watched extends LitElement {
  signerUrl: string;
  order: string | null;
  amount: number | null;
  noName: boolean;
  disabled: boolean;
  count: number;
  readonly log: string[];
  countTwice(): void;
}

let names = 0;

function define({ Base, property: reads, state: keeps }: Kind, tag = `test-small-${(names += 1)}`): string {
  class Sample extends Base {
    static override styles = [
      css``,
      [
        css`
          :host {
            display: block;
          }
        `,
      ],
    ];
    signerUrl = '';
    order: string | null = 'none';
    amount: number | null = 0;
    noName = false;
    disabled = false;
    count = 0;
    readonly log: string[] = [];
    constructor() {
      super();
      const controller: ReactiveController = {
        hostConnected: () => this.log.push('controller connected'),
        hostDisconnected: () => this.log.push('controller disconnected'),
        hostUpdate: () => this.log.push('controller update'),
        hostUpdated: () => this.log.push(`controller updated, ${this.hasUpdated ? 'again' : 'first'}`),
      };
      this.addController(controller);
    }
    countTwice() {
      this.count += 1;
      this.count += 1;
    }
    protected override willUpdate(changed: Map<string, unknown>) {
      this.log.push(`will ${written(changed)}`);
      if (this.order === 'follow') this.count = 10;
    }
    protected override updated(changed: Map<string, unknown>) {
      this.log.push(`did ${written(changed)}`);
      if (this.count === 3) this.count = 4;
      if (this.order === 'throw later') throw new Error('thrown by an update');
    }
    protected override render() {
      if (this.order === 'throw') throw new Error('thrown by a drawing');
      return html`<p>${this.signerUrl}|${this.order}|${this.amount}|${this.noName}|${this.disabled}|${this.count}</p>`;
    }
  }
  reads({ attribute: 'signer-url' })(Sample.prototype, 'signerUrl');
  reads()(Sample.prototype, 'order');
  reads({ type: Number })(Sample.prototype, 'amount');
  reads({ type: Boolean, attribute: 'no-name' })(Sample.prototype, 'noName');
  reads({ type: Boolean, reflect: true })(Sample.prototype, 'disabled');
  keeps()(Sample.prototype, 'count');
  // Legacy decorators run before the class fields are set by its constructor; a defined field would hide the accessor.
  customElements.define(tag, Sample);
  return tag;
}

const written = (changed: Map<string, unknown>) =>
  [...changed].map(([key, before]) => `${key}:${String(before)}`).join(' ');

type Act = (element: Watched) => unknown;

const ACTS: Record<string, readonly Act[]> = {
  'attributes of each kind': [
    (element) => element.setAttribute('signer-url', '/pay'),
    (element) => element.setAttribute('amount', '1995'),
    (element) => element.setAttribute('no-name', ''),
    (element) => element.removeAttribute('amount'),
    (element) => element.removeAttribute('signer-url'),
    (element) => element.removeAttribute('no-name'),
    (element) => element.setAttribute('count', '5'),
  ],
  'properties in one turn': [
    (element) => {
      element.order = 'a';
      element.order = 'b';
      element.amount = 7;
    },
    (element) => (element.order = 'b'),
    (element) => (element.amount = Number.NaN),
    (element) => (element.amount = Number.NaN),
  ],
  reflection: [
    (element) => (element.disabled = true),
    (element) => element.removeAttribute('disabled'),
    (element) => element.toggleAttribute('disabled'),
  ],
  'changes while it updates': [
    (element) => (element.order = 'follow'),
    (element) => (element.count = 3),
    (element) => element.countTwice(),
  ],
  'a life in and out of the page': [
    (element) => element.remove(),
    (element) => (element.order = 'away'),
    (element) => document.body.append(element),
    (element) => document.body.prepend(element),
  ],
  'an update at once': [
    (element) => {
      element.order = 'now';
      (element as unknown as { performUpdate(): void }).performUpdate();
      element.log.push(element.shadowRoot?.textContent ?? '');
    },
  ],
};

/** What is seen of it from outside. */
const seen = (element: Watched) => [
  element.outerHTML.replaceAll(element.localName, 'tag'),
  element.shadowRoot?.querySelector('p')?.textContent,
  element.hasUpdated,
  element.isUpdatePending,
  element.shadowRoot?.adoptedStyleSheets.length,
  [...element.log],
];

async function rest(element: Watched): Promise<unknown> {
  return element.updateComplete.catch((error: unknown) => String(error));
}

async function live(kind: Kind, markup: (tag: string) => string, acts: readonly Act[]): Promise<unknown[]> {
  const tag = define(kind);
  document.body.insertAdjacentHTML('beforeend', markup(tag));
  const element = document.body.lastElementChild as Watched;
  const story: unknown[] = [seen(element), await rest(element), seen(element)];
  for (const act of acts) {
    act(element);
    story.push(seen(element), await rest(element), await rest(element), seen(element));
  }
  element.remove();
  return story;
}

describe('the small element of the script tag', () => {
  for (const [name, acts] of Object.entries(ACTS)) {
    it(`does as Lit's does: ${name}`, async () => {
      const markup = (tag: string) => `<${tag} order="first" disabled></${tag}>`;
      expect(await live(own, markup, acts)).to.deep.equal(await live(lit, markup, acts));
    });
  }

  it('takes what was set before it was defined, as Lit does', async () => {
    const [ofOwn, ofLit] = await Promise.all(
      [own, lit].map(async (kind) => {
        const tag = `test-small-${(names += 1)}`;
        const element = document.createElement(tag) as Watched;
        Object.assign(element, { order: 'early', count: 2 });
        element.setAttribute('order', 'written');
        document.body.append(element);
        define(kind, tag);
        await element.updateComplete;
        element.order = 'late';
        await element.updateComplete;
        element.remove();
        return seen(element);
      }),
    );
    expect(ofOwn).to.deep.equal(ofLit);
  });

  it('draws again after a drawing that failed, as Lit does', async () => {
    // The second promise of a failed update is the page's to hear of: `unhandledrejection`.
    const stop = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    globalThis.addEventListener('unhandledrejection', stop, { capture: true });
    const acts: Act[] = [
      (element) => (element.order = 'throw'),
      (element) => (element.order = 'throw later'),
      (element) => (element.order = 'well again'),
    ];
    const markup = (tag: string) => `<${tag}></${tag}>`;
    const stories = [await live(own, markup, acts), await live(lit, markup, acts)];
    await new Promise((resolve) => setTimeout(resolve));
    globalThis.removeEventListener('unhandledrejection', stop, { capture: true });
    expect(stories[0]).to.deep.equal(stories[1]);
  });
});
