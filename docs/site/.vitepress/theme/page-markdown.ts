/** The page as Markdown, which the build writes beside it: to copy, or to open. */
import { useData } from 'vitepress';
import { computed, defineComponent, h, shallowRef, watch } from 'vue';

export const PageMarkdown = defineComponent({
  setup() {
    const { page } = useData();
    const address = computed(() => page.value.relativePath.replace(/^.*\//, ''));
    const isCopied = shallowRef(false);
    watch(address, () => (isCopied.value = false));

    async function read(): Promise<Blob> {
      const response = await fetch(address.value);
      if (!response.ok) throw new Error(`${response.url} answers ${response.status}`);
      return new Blob([await response.text()], { type: 'text/plain' });
    }
    async function copy(): Promise<void> {
      try {
        // Safari writes only what was given to it before the press has ended.
        await navigator.clipboard.write([new ClipboardItem({ 'text/plain': read() })]);
        isCopied.value = true;
      } catch {
        location.assign(address.value);
      }
    }

    return () =>
      h('section', { class: 'page-markdown', 'aria-label': 'This page as Markdown' }, [
        h('span', { role: 'status' }, isCopied.value ? 'Copied' : ''),
        h('button', { type: 'button', onClick: () => void copy() }, 'Copy as Markdown'),
        // Not a page of the router's.
        h('a', { href: address.value, target: '_self' }, 'Open as Markdown'),
      ]);
  },
});
