/** The version of the site, and the way to the other versions beside it: tools/site.mjs writes `versions.json`. */
import { useData, useRoute, withBase } from 'vitepress';
import { defineComponent, h, onMounted, shallowRef } from 'vue';

export const SiteVersion = defineComponent({
  setup() {
    const { theme } = useData<{ version: string }>();
    const route = useRoute();
    const versions = shallowRef<readonly string[]>([]);
    onMounted(async () => {
      const response = await fetch(withBase('/../versions.json')).catch(() => undefined);
      // A development server answers with a page.
      const isList = response?.ok && /json/.test(response.headers.get('content-type') ?? '');
      versions.value = isList ? ((await response.json()) as string[]) : [];
    });

    /** The same page of another version, or its first page where it has none. */
    async function open(version: string): Promise<void> {
      const start = withBase(`/../${version}/`);
      const page = start + route.path.slice(withBase('/').length);
      const hasPage = (await fetch(page, { method: 'HEAD' }).catch(() => undefined))?.ok;
      location.assign(hasPage ? page : `${start}index.html`);
    }

    return () => {
      const { version } = theme.value;
      if (versions.value.length < 2) return h('span', { class: 'site-version' }, version);
      return h('label', { class: 'site-version' }, [
        h('span', { class: 'visually-hidden' }, 'Version'),
        h(
          'select',
          { onChange: (event: Event) => void open((event.target as HTMLSelectElement).value) },
          versions.value.map((each) => h('option', { value: each, selected: each === version }, each)),
        ),
      ]);
    };
  },
});
