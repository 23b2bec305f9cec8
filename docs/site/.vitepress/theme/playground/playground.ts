/** `<Playground />`: choose a way to pay and its look, pay, copy the code. The ways and their code are the demo's. */
import { type Component, defineComponent, h, onMounted, reactive, ref, type VNode } from 'vue';
import { withBase } from 'vitepress';
import { CARD_BRANDS } from 'florin/core';
import { codeView } from '../../../../../demo/ways/code-view.js';
import type { Html } from '../../../../../demo/ways/html.js';
import { waySwitches, wayPicker } from '../../../../../demo/ways/picker.js';
import {
  RENDERING,
  writePageCode,
  writeServerCode,
  writeMarkup,
  type WayValues,
} from '../../../../../demo/ways/way-code.js';
import { WAYS, type Way } from '../../../../../demo/ways/ways.js';
import { directionOf, languageSelect } from '../language-select.js';
import { type Framework, FRAMEWORKS, writeComponent } from './framework-code.js';
import { drawnMarkup, whatDiffers, whyNotDrawn } from './live-form.js';
import { callList } from './call-list.js';
import { type Tab, useTab } from './tab.js';
import { PRESETS, propertiesOf, type ThemeSettings, writeCss } from './theme-settings.js';

/** The brands that the service knows. */
const BRANDS = CARD_BRANDS.filter(({ cardType }) => cardType);
/** By its name in the choice: the value of `color-scheme`. */
const SCHEMES = { 'of the device': 'light dark', light: 'light', dark: 'dark' } as const;
const DIRECTIONS = ['of the language', 'ltr', 'rtl'] as const;
const COPIED_MS = 1_500;

const namesOf = <T extends object>(table: T): readonly (keyof T & string)[] =>
  Object.keys(table) as (keyof T & string)[];
/** The address of the page with a way chosen. */
const hrefOf = ({ subject, id }: Way): string => `?way=${subject}-${id}`;
const wayAt = (href: string): Way | undefined => WAYS.find((way) => hrefOf(way) === href);

/** The text of a piece of the demo's pages. */
function textOf(piece: Html): string {
  if (piece instanceof Promise) throw new TypeError('A piece of the demo waits for something');
  return piece.toString();
}

interface State {
  way: Way;
  framework: Framework;
  brands: string[];
  direction: (typeof DIRECTIONS)[number];
  scheme: keyof typeof SCHEMES;
  theme: ThemeSettings;
}

/** A labelled control. */
function field(id: string, label: string, control: VNode): VNode {
  return h('div', { class: 'choice' }, [h('label', { for: id }, label), control]);
}

function select<T extends string>(
  id: string,
  label: string,
  values: readonly T[],
  value: T,
  set: (value: T) => void,
): VNode {
  const onChange = (event: Event): void => set((event.target as HTMLSelectElement).value as T);
  const options = values.map((each) => h('option', { value: each, selected: each === value }, each));
  return field(id, label, h('select', { id, value, onChange }, options));
}

export const Playground: Component = defineComponent({
  setup() {
    const state = reactive<State>({
      way: WAYS[0] as Way,
      framework: 'HTML',
      brands: BRANDS.map(({ id }) => id),
      direction: 'of the language',
      scheme: 'of the device',
      theme: PRESETS['Florin'] as ThemeSettings,
    });
    const language = ref('en-AU');
    const tab = useTab();
    onMounted(async () => {
      const search = new URLSearchParams(location.search);
      state.way = wayAt(`?way=${search.get('way')}`) ?? state.way;
      await import('florin/elements/define');
      await tab.start();
    });

    const direction = (): 'ltr' | 'rtl' =>
      state.direction === 'of the language' ? directionOf(language.value) : state.direction;
    const values = (): WayValues => ({
      scripts: '/florin/',
      origins: ['/pay', 'https://service.example', state.way.isolation === 'frame' && 'https://card.shop.example']
        .filter(Boolean)
        .join(' '),
      signerUrl: '/pay',
      frameUrl: 'https://card.shop.example/frame.html',
      ...(state.way.subject === 'payment'
        ? { order: { number: '1042', amount: 19_900, currency: 'AUD' }, successUrl: '/orders/1042' }
        : { doneUrl: '/account', agreementUrl: '/agreement' }),
      ...(state.brands.length < BRANDS.length && { acceptedBrands: state.brands.join(' ') }),
    });

    const choose = (href: string | null): void => {
      state.way = wayAt(href ?? '') ?? state.way;
      tab.startAgain();
      // For a link to what is shown.
      if (href) history.replaceState(history.state, '', href);
    };
    const wayChoice = (): VNode =>
      h('div', {
        class: 'ways',
        innerHTML:
          textOf(wayPicker({ ways: WAYS, current: state.way, hrefOf, action: '#' })) +
          textOf(waySwitches(state.way, hrefOf)),
        onChange: (event: Event) => choose((event.target as HTMLSelectElement).value),
        onSubmit: (event: Event) => event.preventDefault(),
        onClick: (event: Event) => {
          const link = (event.target as Element).closest('a');
          if (!link) return;
          event.preventDefault();
          choose(link.getAttribute('href'));
        },
      });

    const brandChoice = (): VNode =>
      h('fieldset', { class: 'choice' }, [
        h('legend', 'Accepted brands'),
        BRANDS.map(({ id, name }) =>
          h('label', [
            h('input', {
              type: 'checkbox',
              checked: state.brands.includes(id),
              onChange: (event: Event) => {
                const isOn = (event.target as HTMLInputElement).checked;
                state.brands = BRANDS.map((each) => each.id).filter((each) =>
                  each === id ? isOn : state.brands.includes(each),
                );
              },
            }),
            ` ${name}`,
          ]),
        ),
      ]);

    const setTheme = (change: Partial<ThemeSettings>): void => {
      state.theme = { ...state.theme, ...change };
    };
    const colour = (name: 'accentLight' | 'accentDark', label: string): VNode =>
      field(
        name,
        label,
        h('input', {
          ...{ id: name, type: 'color', value: state.theme[name] },
          onInput: (event: Event) => setTheme({ [name]: (event.target as HTMLInputElement).value }),
        }),
      );
    const length = (name: 'radius' | 'gap' | 'controlHeight', label: string, min: number, max: number): VNode =>
      field(
        name,
        `${label}: ${state.theme[name]} px`,
        h('input', {
          ...{ id: name, type: 'range', min, max, value: state.theme[name] },
          onInput: (event: Event) => setTheme({ [name]: Number((event.target as HTMLInputElement).value) }),
        }),
      );
    const themeChoice = (): VNode =>
      h('fieldset', [
        h('legend', 'Theme'),
        h('div', { class: 'presets' }, [
          Object.entries(PRESETS).map(([name, theme]) =>
            h(
              'button',
              {
                type: 'button',
                'aria-pressed': JSON.stringify(theme) === JSON.stringify(state.theme),
                onClick: () => setTheme(theme),
              },
              name,
            ),
          ),
        ]),
        colour('accentLight', 'Accent, light'),
        colour('accentDark', 'Accent, dark'),
        length('radius', 'Corners', 0, 28),
        length('gap', 'Gap', 4, 24),
        length('controlHeight', 'Field height', 44, 64),
      ]);

    const form = (): VNode => {
      const reason = whyNotDrawn(state.way);
      const differs = whatDiffers(state.way);
      const note = (text: string): VNode => h('p', { class: 'live-note' }, text);
      const { scheme } = state;
      const markup = reason === undefined ? liveMarkup(state.way, values(), tab) : '';
      return h('section', { 'aria-labelledby': 'live-title', class: 'live' }, [
        h('h2', { id: 'live-title' }, 'The form'),
        reason === undefined
          ? h('div', {
              // A method cannot be changed after the first render: another markup is another element.
              key: markup,
              class: ['state-box', scheme !== 'of the device' && `is-${scheme}`],
              style: { ...propertiesOf(state.theme) },
              lang: language.value,
              dir: direction(),
              innerHTML: markup,
            })
          : note(`Not drawn here. ${reason}`),
        differs === undefined || reason !== undefined ? undefined : note(differs),
        tabNote(tab),
      ]);
    };

    const code = (): VNode => {
      const { way, framework } = state;
      const isPlain = framework === 'HTML' || way.variant !== undefined;
      const root = `<html lang="${language.value}" dir="${direction()}">`;
      const page = isPlain
        ? `${root}\n…\n${writePageCode(way, values())}`
        : writeComponent(framework, way, writeMarkup(way, values()), values().origins);
      const parts = [
        { title: isPlain ? 'Page (HTML)' : framework, code: page },
        { title: 'CSS', code: writeCss(state.theme, SCHEMES[state.scheme]) },
        { title: 'Server', code: writeServerCode(way) },
        ...(way.variant === 'server-rendered' ? [{ title: 'Rendering', code: RENDERING }] : []),
      ];
      return h('section', { 'aria-labelledby': 'code-title', class: 'code' }, [
        h('h2', { id: 'code-title' }, 'The code'),
        select('framework', 'Framework', FRAMEWORKS, framework, (value) => (state.framework = value)),
        isPlain && framework !== 'HTML'
          ? h(
              'p',
              { class: 'live-note' },
              'This way is HTML in every framework: the markup is the server’s or the script tag’s.',
            )
          : undefined,
        h('div', {
          innerHTML: textOf(codeView(parts)).replaceAll(' hidden>Copy', '>Copy'),
          onClick: (event: Event) => void copy(event.target as Element),
        }),
      ]);
    };

    return () =>
      h('div', { class: 'playground vp-raw' }, [
        h('section', { 'aria-labelledby': 'choices-title', class: 'choices' }, [
          h('h2', { id: 'choices-title' }, 'Choices'),
          wayChoice(),
          brandChoice(),
          languageSelect('playground-language', language),
          select('direction', 'Direction', DIRECTIONS, state.direction, (value) => (state.direction = value)),
          select('scheme', 'Colours', namesOf(SCHEMES), state.scheme, (value) => (state.scheme = value)),
          themeChoice(),
        ]),
        form(),
        callList(tab.calls.value),
        code(),
      ]);
  },
});

/** Empty until the sandbox runs. */
function liveMarkup(way: Way, values: WayValues, { sandbox, order, isBack }: Tab): string {
  if (!sandbox.value) return '';
  if (!isBack.value) return drawnMarkup(way, values, order.value, sandbox.value);
  const receipt = document.createElement('florin-receipt');
  receipt.setAttribute('signer-url', sandbox.value.signerUrl);
  receipt.setAttribute('order', order.value);
  return receipt.outerHTML;
}

/** Where the payment goes, and what can be done after it. */
function tabNote({ sandbox, problem, startAgain, deleteAll }: Tab): VNode {
  if (problem.value) {
    return h('p', { class: 'live-note', role: 'alert' }, [
      `Nothing can be paid here. ${problem.value} `,
      h('code', 'npm start'),
      ' in a clone runs a shop with the same ways.',
    ]);
  }
  if (!sandbox.value) return h('p', { class: 'live-note', role: 'status' }, 'The payment service starts in this tab …');
  return h('div', [
    h('p', { class: 'live-note' }, [
      'The payment service, the signer and the back office run in this browser tab: no money moves, and nothing leaves this computer. ',
      h('a', { href: withBase('/reference/test-cards.html') }, 'Test cards'),
      ', for example 5123 4567 8901 2346, 05/39, 123.',
    ]),
    h('div', { class: 'presets' }, [
      h('button', { type: 'button', onClick: startAgain }, 'Start again'),
      h('a', { class: 'button', href: sandbox.value.backOfficeUrl, target: '_blank' }, 'Back office'),
      h('button', { type: 'button', onClick: () => void deleteAll() }, 'Delete all payments'),
    ]),
  ]);
}

/** Copies the code of a button, and says so on it. */
async function copy(target: Element): Promise<void> {
  const button = target.closest<HTMLButtonElement>('[data-copy]');
  if (!button) return;
  const isCopied = await navigator.clipboard.writeText(button.dataset['copy'] ?? '').then(
    () => true,
    () => false,
  );
  button.textContent = isCopied ? 'Copied' : 'Not allowed';
  setTimeout(() => (button.textContent = 'Copy'), COPIED_MS);
}
