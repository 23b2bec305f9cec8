/** What is shown at an address without a page. */
import { useRoute, withBase } from 'vitepress';
import { computed, defineComponent, h } from 'vue';

/** Where VitePress has the text of its search while the tab is open. */
const SEARCH_TEXT = 'vitepress:local-search-filter';
const LINKS = {
  'The first page': '/index.html',
  'Quick start': '/guides/quick-start.html',
  'Error codes': '/reference/error-codes.html',
} as const;

/** An address may be anything. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

export const NotFound = defineComponent({
  setup() {
    const route = useRoute();
    /** The last part of the address, as words. */
    const words = computed(() => {
      const name = /([^/]*?)(?:\/|(?:\/?index)?\.html|\.md)?$/.exec(decoded(route.path))?.[1] ?? '';
      return name.replaceAll(/[-_]+/g, ' ').trim();
    });
    function search(): void {
      sessionStorage.setItem(SEARCH_TEXT, words.value);
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
    }
    return () =>
      h('main', { class: 'site-page vp-doc not-found' }, [
        h('h1', 'Page not found'),
        h('p', 'This version of the documentation has no page at this address.'),
        h('button', { type: 'button', onClick: search }, words.value ? `Search for “${words.value}”` : 'Search'),
        h(
          'ul',
          Object.entries(LINKS).map(([text, path]) => h('li', h('a', { href: withBase(path) }, text))),
        ),
      ]);
  },
});
