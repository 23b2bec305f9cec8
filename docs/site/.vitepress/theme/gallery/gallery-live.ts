/** `<GalleryLive of="florin-checkout" />`: states that a payment in the sandbox of the tab leads to. */
import { florinCheckout } from 'florin/testing';
import { defineComponent, h, onMounted, onUnmounted, type PropType, reactive, ref, type VNode } from 'vue';
import { directionOf } from '../language-select.js';
import { startTabSandbox } from '../tab-sandbox.js';
import { language } from './gallery-states.js';
import { LIVE_STATES, type LiveScene, type LiveState } from './live-states.js';

/** A state of the page. */
interface Shown {
  readonly status: 'waiting' | 'playing' | 'shown' | 'failed';
  /** Why it is not shown. */
  readonly problem?: string;
}

/** The signer of the tab knows the price by the order's name. */
const newOrder = (): string => `19900-${crypto.randomUUID().slice(0, 8)}`;

/** Draws markup of a shop with the addresses of the tab. */
function draw(box: HTMLElement, markup: string, order: string, sandbox: LiveScene['sandbox']): void {
  const signers = new Map([
    ['/pay', sandbox.signerUrl],
    ['/pay-surcharge', sandbox.surchargingSignerUrl],
  ]);
  const { frameSrc } = sandbox;
  const template = document.createElement('template');
  template.innerHTML = markup;
  for (const element of template.content.querySelectorAll('[signer-url]'))
    element.setAttribute('signer-url', signers.get(element.getAttribute('signer-url') ?? '') ?? '');
  for (const element of template.content.querySelectorAll('[order]')) element.setAttribute('order', order);
  for (const element of template.content.querySelectorAll('[frame-src]')) element.setAttribute('frame-src', frameSrc);
  // Of several checkouts on the page it is the one in this box.
  const id = `live-${order}`;
  template.content.querySelector('florin-checkout')?.setAttribute('id', id);
  for (const element of template.content.querySelectorAll('florin-pay-button, florin-amount'))
    element.setAttribute('for', id);
  box.replaceChildren(template.content);
}

async function play({ markup, begin, play: act }: LiveState, box: HTMLElement): Promise<void> {
  const [sandbox] = await Promise.all([startTabSandbox(), import('florin/elements/define')]);
  let order = newOrder();
  draw(box, begin ?? markup, order, sandbox);
  await act?.({
    checkout: florinCheckout(box),
    sandbox,
    box,
    async redraw(another) {
      if (another) order = newOrder();
      draw(box, markup, order, sandbox);
    },
  });
}

export const GalleryLive = defineComponent({
  props: { of: { type: String as PropType<keyof typeof LIVE_STATES>, required: true } },
  setup({ of }) {
    const states: readonly LiveState[] = LIVE_STATES[of];
    const shown = reactive<Record<string, Shown>>({});
    // The page is drawn before its script is there: until then a press would do nothing.
    const canPlay = ref(false);
    let isThere = true;
    onMounted(() => (canPlay.value = true));
    onUnmounted(() => (isThere = false));

    async function show(state: LiveState, button: EventTarget | null): Promise<void> {
      const box = (button as Element).closest('.state')?.querySelector<HTMLElement>('.state-box');
      if (!box) return;
      shown[state.name] = { status: 'playing' };
      try {
        await play(state, box);
        shown[state.name] = { status: 'shown' };
      } catch (error) {
        // A page that was left takes its elements with it.
        if (isThere)
          shown[state.name] = { status: 'failed', problem: error instanceof Error ? error.message : String(error) };
      }
    }

    const figureOf = (state: LiveState): VNode => {
      const { status, problem } = shown[state.name] ?? { status: 'waiting' };
      return h('figure', { class: 'state', 'data-status': status }, [
        h('figcaption', state.name),
        // Its content is not Vue's.
        h('div', { class: 'state-box is-live', lang: language.value, dir: directionOf(language.value) }),
        h('div', { class: 'presets' }, [
          h(
            'button',
            {
              type: 'button',
              'aria-label': `${status === 'waiting' ? 'Show' : 'Show again'}: ${state.name}`,
              disabled: !canPlay.value || status === 'playing',
              onClick: (event: Event) => void show(state, event.currentTarget),
            },
            status === 'waiting' ? 'Show' : 'Show again',
          ),
        ]),
        problem === undefined ? undefined : h('p', { class: 'live-note', role: 'alert' }, problem),
        state.note === undefined ? undefined : h('p', { class: 'live-note' }, state.note),
        h('details', [h('summary', 'Markup'), h('pre', { tabindex: 0 }, h('code', state.markup))]),
      ]);
    };
    return () => h('div', { class: 'states vp-raw' }, states.map(figureOf));
  },
});
