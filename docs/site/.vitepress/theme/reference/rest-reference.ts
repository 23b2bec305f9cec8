/** `<RestReference>`: the sandbox's REST reference, whose calls the sandbox of the tab answers. */
import { withBase } from 'vitepress';
import { defineComponent, h, onMounted, ref } from 'vue';
import { startTabSandbox } from '../tab-sandbox.js';

/** What `florin-reference.js` exports; tools/site.mjs copies it beside the pages. */
interface ReferenceScript {
  startReference(options: { readonly root: HTMLElement; findService(): Promise<string> }): void;
}

export const RestReference = defineComponent({
  setup(_props, { slots }) {
    const place = ref<HTMLElement>();
    onMounted(async () => {
      const { startReference } = (await import(/* @vite-ignore */ withBase('/florin-reference.js'))) as ReferenceScript;
      const root = place.value?.querySelector<HTMLElement>('.reference');
      if (root) startReference({ root, findService: async () => (await startTabSandbox()).serviceUrl });
    });
    return () => h('div', { ref: place }, slots['default']?.());
  },
});
