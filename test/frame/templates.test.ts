/** The frame's own templates beside lit-html: whatever is drawn, and in whatever order, both show the same. */
import { expect } from '@open-wc/testing';
import * as lit from 'lit';
import * as own from '../../src/frame/templates.js';

interface Templates {
  html(strings: TemplateStringsArray, ...values: readonly unknown[]): unknown;
  readonly nothing: unknown;
}

/** What may change between two drawings. */
interface State {
  readonly text: string | number | undefined;
  readonly kind: string;
  readonly isOff: boolean;
  readonly mode: string | undefined;
  readonly list: readonly string[];
  readonly shape: 'none' | 'text' | 'mark' | 'list';
}

const TEXTS = ['', 'Card number', 0, 17, '<b>&amp;"\'', '4242 4242', undefined] as const;
const LISTS = [[], ['a'], ['a', 'b', 'c'], ['c', 'b'], ['<i>', '&']] as const;

function draw({ html, nothing }: Templates, { text, kind, isOff, mode, list, shape }: State): unknown {
  const mark = (size: number) => html`<svg width=${size} viewBox="0 0 ${size} ${size}"><path d="M0 0${kind}" /></svg>`;
  const inner = {
    none: nothing,
    text,
    mark: html`${mark(12)}<span>${text}</span>`,
    list: list.map((word) => html`<li class="one ${word}">${word}</li>`),
  }[shape];
  return html`<div class="field ${kind} ${isOff ? 'off' : ''}" part="field ${kind}">
    <label for=${kind}>${text}</label>
    <input
      id=${kind}
      inputmode=${mode ?? nothing}
      ?disabled=${isOff}
      .told=${text}
      aria-invalid=${isOff ? 'true' : 'false'}
    />
    <ul>
      ${inner}
    </ul>
    ${isOff ? html`<p>${text}</p>` : nothing}
  </div>`;
}

/** Comments mark places, and each has its own. */
function shown(root: Element): string {
  const copy = root.cloneNode(true) as Element;
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
  copy.normalize();
  const told = [...root.querySelectorAll('input')].map((input) => String(Reflect.get(input, 'told')));
  return `${copy.innerHTML} ${told.join()}`;
}

/** Chance that can be repeated (mulberry32). */
function createChance(seed: number) {
  let state = seed;
  return (most: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most);
  };
}

describe('the frame’s templates', () => {
  it('show what lit-html shows, through 2,000 changes', () => {
    const chance = createChance(20261121);
    const pick = <Item>(items: readonly Item[]): Item => items[chance(items.length)] as Item;
    const ours = document.createElement('div');
    const theirs = document.createElement('div');
    for (let change = 0; change < 2_000; change += 1) {
      const state: State = {
        text: pick(TEXTS),
        kind: pick(['number', 'cvn']),
        isOff: chance(2) === 0,
        mode: pick(['numeric', undefined]),
        list: pick(LISTS),
        shape: pick(['none', 'text', 'mark', 'list']),
      };
      own.render(draw(own, state), ours);
      lit.render(draw(lit, state), theirs);
      expect(shown(ours), JSON.stringify(state)).to.equal(shown(theirs));
    }
  });

  it('keep an element, its text and its focus while it is drawn again', () => {
    const root = document.body.appendChild(document.createElement('div'));
    const state: State = { text: 'a', kind: 'cvn', isOff: false, mode: 'numeric', list: [], shape: 'none' };
    own.render(draw(own, state), root);
    const input = root.querySelector('input') as HTMLInputElement;
    input.value = '12';
    input.focus();
    own.render(draw(own, { ...state, text: 'b', shape: 'mark' }), root);
    expect(root.querySelector('input')).to.equal(input);
    expect(input.value).to.equal('12');
    expect(document.activeElement).to.equal(input);
    root.remove();
  });

  it('call the listener of the last drawing, once', () => {
    const root = document.createElement('div');
    const called: string[] = [];
    const button = (name: string) => own.html`<button @click=${() => called.push(name)}>x</button>`;
    own.render(button('first'), root);
    own.render(button('second'), root);
    root.querySelector('button')?.click();
    expect(called).to.deep.equal(['second']);
  });

  it('never take a text for HTML', () => {
    const root = document.createElement('div');
    own.render(own.html`<p title=${'"><img src=x>'}>${'<img src=x onerror=alert(1)>'}</p>`, root);
    expect(root.querySelector('img')).to.equal(null);
  });
});
