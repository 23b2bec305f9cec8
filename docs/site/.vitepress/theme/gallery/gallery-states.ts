/** `<GalleryStates of="florin-receipt" />`: every state of an element, live, with its markup. */
import { defineComponent, h, onMounted, type PropType, ref, type VNode } from 'vue';
import { directionOf, languageSelect } from '../language-select.js';
import { type GalleryState, STATES } from './states.js';

/** The language of the whole gallery. */
export const language = ref('en-AU');

/** `<GalleryLanguage />`: the choice of the language. */
export const GalleryLanguage = (): VNode => languageSelect('gallery-language', language);

function figureOf({ name, markup, isDark, language: own }: GalleryState): VNode {
  const shown = own ?? language.value;
  return h('figure', { class: 'state' }, [
    h('figcaption', name),
    h('div', {
      class: ['state-box', { 'is-dark': isDark }],
      lang: shown,
      dir: directionOf(shown),
      innerHTML: markup,
    }),
    h('details', [h('summary', 'Markup'), h('pre', { tabindex: 0 }, h('code', markup))]),
  ]);
}

export const GalleryStates = defineComponent({
  props: { of: { type: String as PropType<keyof typeof STATES>, required: true } },
  setup({ of }) {
    const root = ref<HTMLElement>();
    const states: readonly GalleryState[] = STATES[of];
    onMounted(async () => {
      await import('florin/elements/define');
      const boxes = root.value?.querySelectorAll('.state-box') ?? [];
      for (const [index, { prepare }] of states.entries()) {
        const element = boxes[index]?.firstElementChild;
        if (!prepare || !element) continue;
        // Drawn: Lit renders in a microtask.
        await (element as Element & { readonly updateComplete?: Promise<unknown> }).updateComplete;
        prepare(element);
      }
    });
    return () => h('div', { ref: root, class: 'states vp-raw' }, states.map(figureOf));
  },
});
