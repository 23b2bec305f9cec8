/** The navigation at the side: each page in one group, by its path below `docs/`. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DefaultTheme } from 'vitepress';
import { sitePath } from './site-links.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

interface Group {
  readonly text: string;
  /**
   * Paths without `.md`, in the order of the navigation. A path that ends with `/` is all pages of that folder that have no
   * place.
   */
  readonly pages: readonly string[];
  /** Pages that no file in `docs/` is the source of. */
  readonly more?: readonly DefaultTheme.SidebarItem[];
}

const guides = (...names: string[]): readonly string[] => names.map((name) => `docs/guides/${name}`);
const references = (...names: string[]): readonly string[] => names.map((name) => `docs/reference/${name}`);

/** The groups beside the pages of a section of the site. */
const SECTIONS: Readonly<Record<string, readonly Group[]>> = {
  '/guides/': [
    { text: 'Begin', pages: guides('quick-start', 'frameworks', 'server-rendering', 'migration', 'agents') },
    {
      text: 'In the browser',
      pages: guides(
        ...['elements', 'script-tag', 'server-rendering', 'methods', 'isolation', 'three-d-secure', 'when-things-fail'],
        ...['saved-cards', 'languages', 'accessibility', 'embedded-checkout', 'funnel', 'budgets', 'lessons'],
      ),
    },
    {
      text: 'On the server',
      pages: guides('signer', 'signer-mounts', 'stores', 'sidecar', 'order-tokens', 'rest-client', 'cli'),
    },
    // Each file of the folder is a page: nothing to add here.
    { text: 'Recipes', pages: ['docs/recipes/README', 'docs/recipes/'] },
    { text: 'In production', pages: guides('go-live', 'deployment', 'security', 'runbook', 'telemetry', 'wallets') },
    {
      text: 'Test',
      pages: guides(
        ...['testing', 'sandbox', 'contract', 'sandbox-pages', 'browser-tab', 'back-office', 'sandbox-tokens', 'soap'],
      ),
    },
    { text: 'More', pages: guides('') },
  ],
  '/reference/': [
    {
      text: 'Reference',
      pages: references(
        ...[
          'elements',
          'error-codes',
          'mistakes',
          'assumptions',
          'api-codes',
          'test-cards',
          'settings',
          'contract',
          'deviations',
          'odd-services',
        ],
        ...['flows', 'checkout-states', 'frame-permissions', 'shopper-texts', 'public-names', ''],
      ),
    },
    { text: 'Rules', pages: ['docs/invariants', 'docs/reference/promises'] },
  ],
  '/wire/': [
    {
      text: 'REST',
      pages: ['docs/wire/rest-interface', 'docs/wire/rest'],
      more: [
        { text: 'Version 3: reference, with calls to send', link: '/rest/v3' },
        { text: 'Version 2: reference, with calls to send', link: '/rest/v2' },
      ],
    },
    { text: 'SOAP', pages: ['docs/wire/soap-interface', 'docs/wire/soap', 'docs/reference/soap/index'] },
    { text: 'SOAP operations', pages: ['docs/reference/soap/'] },
  ],
  '/decisions/': [
    { text: 'Project', pages: ['CHANGELOG', 'CONTRIBUTING', 'docs/decisions/README'] },
    { text: 'Decisions', pages: ['docs/decisions/'] },
  ],
};
/** Pages whose path does not begin with that of their section. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  '/recipes/': '/guides/',
  '/invariants': '/reference/',
  '/reference/soap/': '/wire/',
  '/rest/': '/wire/',
  '/examples/': '/guides/',
  '/changes': '/decisions/',
  '/contributing': '/decisions/',
};

/** The pages of a folder and below, without `.md`. The site's own pages are in the navigation at the top. */
function pagesOf(folder: string): readonly string[] {
  return readdirSync(`${ROOT}${folder}`, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => `${entry.parentPath.slice(ROOT.length).replaceAll('\\', '/')}/${entry.name.replace(/\.md$/, '')}`)
    .filter((page) => !page.startsWith('docs/site/'))
    .sort();
}

function itemOf(page: string): DefaultTheme.SidebarItem {
  const heading = /^# (.+)$/m.exec(readFileSync(`${ROOT}${page}.md`, 'utf8'))?.[1];
  if (heading === undefined) throw new Error(`${page}.md has no heading of the first level`);
  return { text: heading.replaceAll('`', ''), link: `/${sitePath(`${page}.md`).replace(/\.md$/, '')}` };
}

/** Makes the navigation. Throws for a page without a place in it. @param api the pages of the API reference */
export function createSidebar(api: readonly DefaultTheme.SidebarItem[]): DefaultTheme.SidebarMulti {
  const all = pagesOf('docs');
  const groups = Object.values(SECTIONS).flat();
  const named = new Set(groups.flatMap(({ pages }) => pages));
  const expand = (page: string): readonly string[] =>
    page.endsWith('/') ? all.filter((each) => posix.dirname(each) === page.slice(0, -1) && !named.has(each)) : [page];
  const placed = new Set(groups.flatMap(({ pages }) => pages.flatMap(expand)));
  const lost = all.filter((page) => !placed.has(page));
  if (lost.length > 0) throw new Error(`docs/site/.vitepress/sidebar.ts has no place for ${lost.join(', ')}`);
  const itemsOf = (section: string): DefaultTheme.SidebarItem[] =>
    [...(SECTIONS[section] ?? []), ...(section === '/reference/' ? [{ text: 'API', pages: [], more: api }] : [])]
      .map(({ text, pages, more }) => ({
        text,
        collapsed: false,
        items: [...pages.flatMap(expand).map(itemOf), ...(more ?? [])],
      }))
      .filter(({ items }) => items.length > 0);
  return Object.fromEntries([
    ...Object.keys(SECTIONS).map((section) => [section, itemsOf(section)] as const),
    ...Object.entries(ELSEWHERE).map(([path, section]) => [path, itemsOf(section)] as const),
  ]);
}
